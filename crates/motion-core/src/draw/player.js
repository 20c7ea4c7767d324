(() => {
  'use strict';

  // Steps a second; the + and − keys walk through them.
  const RATES = [0.5, 1, 2, 4, 8, 16, 30, 60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000];
  // Up to this rate every move is seen as a motion; beyond it tokens jump.
  const SMOOTH_RATE = 16;
  // A longer plan starts at the rate that plays it in this many seconds.
  const PATIENCE = 40;
  const SINGLE_STEP_MS = 160;
  const FRAME_LIMIT_MS = 100;

  const element = (id) => document.getElementById(id);
  const story = JSON.parse(element('story').textContent);
  const picture = document.querySelector('.m-picture');
  const tokens = Array.from(picture.querySelectorAll('.m-token'));
  const bodies = tokens.map((token) => token.querySelector('.m-body'));

  // Move m takes token who[m] from from[m] to to[m]; step s is made of the moves ends[s] to ends[s + 1] − 1.
  const moveCount = story.moves.length / 2;
  const who = new Uint32Array(moveCount);
  const from = new Uint32Array(moveCount);
  const to = new Uint32Array(moveCount);
  const at = Uint32Array.from(story.at);
  for (let m = 0; m < moveCount; m++) {
    who[m] = story.moves[2 * m];
    to[m] = story.moves[2 * m + 1];
    from[m] = at[who[m]];
    at[who[m]] = to[m];
  }
  at.set(story.at);
  const stepCount = story.steps ? story.steps.length : moveCount;
  const ends = new Uint32Array(stepCount + 1);
  for (let s = 0; s < stepCount; s++) {
    ends[s + 1] = ends[s] + (story.steps ? story.steps[s] : 1);
  }
  // How many of the moves before each step count.
  const counted = story.counted && new Set(story.counted);
  const counts = counted ? new Uint32Array(stepCount + 1) : ends;
  if (counted) {
    for (let s = 0; s < stepCount; s++) {
      counts[s + 1] = counts[s];
      for (let m = ends[s]; m < ends[s + 1]; m++) {
        counts[s + 1] += counted.has(who[m]) ? 1 : 0;
      }
    }
  }
  const painted = new Set(story.painted);
  // Change c gives token whose[c] the colour after[c] instead of before[c] in step when[c].
  const values = story.values;
  const changeCount = values ? values.changes.length / 3 : 0;
  const when = new Uint32Array(changeCount);
  const whose = new Uint32Array(changeCount);
  const before = new Uint8Array(changeCount);
  const after = new Uint8Array(changeCount);
  const shades = Uint8Array.from(values ? values.first : []);
  for (let c = 0; c < changeCount; c++) {
    when[c] = values.changes[3 * c];
    whose[c] = values.changes[3 * c + 1];
    after[c] = values.changes[3 * c + 2];
    before[c] = shades[whose[c]];
    shades[whose[c]] = after[c];
  }
  shades.set(values ? values.first : []);
  let changed = 0; // the changes before this one hold
  if (story.steps) {
    // Tokens that move at once do so at constant speed, during the whole step.
    picture.style.setProperty('--pace', 'linear');
  }
  story.moves = story.steps = story.values = null; // the typed arrays hold them now

  // A page that holds the player in a frame is told of the step, and may choose it.
  const holder = window.parent === window ? null : window.parent;
  let told = -1;

  let step = 0;
  let playing = false;
  let rate = 0;
  let credit = 0;
  let lastTime = 0;

  // Tokens whose place in the document is behind their place in `at`, each once.
  const touched = [];
  const isTouched = new Uint8Array(tokens.length);
  let frame = 0;
  let glide = 0;

  function touch(token) {
    if (isTouched[token] === 0) {
      isTouched[token] = 1;
      touched.push(token);
    }
  }

  function place(token, vertex) {
    at[token] = vertex;
    touch(token);
  }

  function shade(token, index) {
    shades[token] = index;
    touch(token);
  }

  // Does or undoes steps until `target` of them are done. The document follows in the next frame.
  function goTo(target, milliseconds) {
    target = Math.min(Math.max(target, 0), stepCount);
    const begin = ends[step];
    const end = ends[target];
    for (let m = begin; m < end; m++) {
      place(who[m], to[m]);
    }
    for (let m = begin - 1; m >= end; m--) {
      place(who[m], from[m]);
    }
    for (; changed < changeCount && when[changed] <= target; changed++) {
      shade(whose[changed], after[changed]);
    }
    for (; changed > 0 && when[changed - 1] > target; changed--) {
      shade(whose[changed - 1], before[changed - 1]);
    }
    glide = Math.abs(target - step) <= 1 ? milliseconds : 0;
    step = target;
    requestFrame();
  }

  function requestFrame() {
    if (frame === 0) {
      frame = requestAnimationFrame(onFrame);
    }
  }

  function onFrame(time) {
    frame = 0;
    if (playing) {
      advance(time);
    }
    write();
    if (playing) {
      requestFrame();
    }
  }

  function advance(time) {
    credit += (Math.min(time - lastTime, FRAME_LIMIT_MS) * rate) / 1000;
    lastTime = time;
    const due = Math.floor(credit);
    if (due > 0) {
      credit -= due;
      goTo(step + due, rate <= SMOOTH_RATE ? 1000 / rate : 0);
    }
    if (step === stepCount) {
      setPlaying(false);
    }
  }

  function isHome(token) {
    const goal = story.goals[token];
    return goal === -1 || (goal === -2 ? painted.has(at[token]) : goal === at[token]);
  }

  // The only place that writes to the document while playing: once a frame, touched tokens only.
  function write() {
    picture.style.setProperty('--glide', `${Math.round(glide)}ms`);
    for (const token of touched) {
      const vertex = at[token];
      tokens[token].style.transform = `translate(${story.x[vertex]}px,${story.y[vertex]}px)`;
      const tint = story.tints[token];
      if (values) {
        bodies[token].setAttribute('fill', values.fills[shades[token]]);
      } else if (tint) {
        bodies[token].setAttribute(tint[0], tint[isHome(token) ? 1 : 2]);
      }
      isTouched[token] = 0;
    }
    touched.length = 0;
    scrub.value = step;
    const number = (value) => value.toLocaleString('en');
    const moves = `${number(counts[step])} / ${number(counts[stepCount])} ${counter.dataset.count}`;
    const text = !counted && moveCount === stepCount ? moves : `step ${number(step)} / ${number(stepCount)} · ${moves}`;
    if (counter.textContent !== text) {
      counter.textContent = text;
      scrub.setAttribute('aria-valuetext', text);
    }
    tell();
  }

  function tell() {
    if (holder && told !== step) {
      told = step;
      holder.postMessage({ motion: 'step', step, steps: stepCount }, '*');
    }
  }

  function setPlaying(on) {
    if (on && step === stepCount) {
      goTo(0, 0);
    }
    playing = on && stepCount > 0;
    document.body.classList.toggle('playing', playing);
    element('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    if (playing) {
      credit = 1; // the first step comes at once
      lastTime = performance.now();
      requestFrame();
    }
  }

  function setRate(index) {
    index = Math.min(Math.max(index, 0), RATES.length - 1);
    rate = RATES[index];
    speed.value = index;
    const text = `${rate.toLocaleString('en')} ${rate === 1 ? 'step' : 'steps'}/s`;
    element('rate').textContent = text;
    speed.setAttribute('aria-valuetext', text);
  }

  function jump(target, milliseconds = 0) {
    setPlaying(false);
    goTo(target, milliseconds);
  }

  const stepBy = (distance) => jump(step + distance, SINGLE_STEP_MS);
  const counter = element('counter');
  const scrub = element('scrub');
  const speed = element('speed');
  scrub.max = stepCount;
  speed.max = RATES.length - 1;

  const actions = {
    first: () => jump(0),
    back: () => stepBy(-1),
    play: () => setPlaying(!playing),
    forward: () => stepBy(1),
    last: () => jump(stepCount),
  };
  for (const [id, action] of Object.entries(actions)) {
    element(id).addEventListener('click', (event) => {
      action();
      // After a click with the mouse, Space is again the key that plays; after one by key, focus stays.
      if (event.detail > 0) {
        event.currentTarget.blur();
      }
    });
  }
  scrub.addEventListener('input', () => jump(Number(scrub.value)));
  speed.addEventListener('input', () => setRate(Number(speed.value)));

  const changeRate = (difference) => () => setRate(Number(speed.value) + difference);
  const keys = {
    ' ': actions.play,
    ArrowLeft: (event) => stepBy(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => stepBy(event.shiftKey ? 10 : 1),
    PageUp: () => stepBy(-10),
    PageDown: () => stepBy(10),
    Home: actions.first,
    End: actions.last,
    '+': changeRate(1),
    '=': changeRate(1),
    '-': changeRate(-1),
    '−': changeRate(-1),
    _: changeRate(-1),
  };
  document.addEventListener('keydown', (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    // A focused button keeps Space, the speed slider keeps the keys that move it.
    const onButton = event.target instanceof HTMLButtonElement && event.key === ' ';
    const onSpeed = event.target === speed && /^(Arrow|Page|Home|End)/.test(event.key);
    if (!onButton && !onSpeed) {
      event.preventDefault();
      action(event);
    }
  });

  addEventListener('message', ({ source, data }) => {
    if (holder && source === holder && data && data.motion === 'go' && Number.isInteger(data.step)) {
      jump(data.step, SINGLE_STEP_MS);
    }
  });
  document.body.classList.toggle('framed', holder !== null);

  const patient = RATES.findIndex((candidate) => candidate * PATIENCE >= stepCount);
  setRate(patient < 0 ? RATES.length - 1 : Math.max(patient, RATES.indexOf(4)));
  write();
})();
