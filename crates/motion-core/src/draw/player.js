// Plays a story, the data that `write_story` in html.rs describes, by moving the tokens of its picture.

// Steps a second; the + and − keys walk through them.
const RATES = [0.5, 1, 2, 4, 8, 16, 30, 60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000];
// Up to this rate every move is seen as a motion; beyond it tokens jump.
const SMOOTH_RATE = 16;
// A longer plan starts at the rate that plays it in this many seconds.
const PATIENCE = 40;
const SINGLE_STEP_MS = 160;
const FRAME_LIMIT_MS = 100;
/** A click means what is less than this far from it, in units of the picture. */
export const NEAR = 60;

const number = (value) => value.toLocaleString('en');

/** The places and colours of the tokens of a story after any number of its steps. */
class Course {
  step = 0;
  // Tokens that have changed since `take`, each once.
  #touched = [];
  #isTouched;
  // Move m takes token who[m] from from[m] to to[m]; step s is made of the moves ends[s] to ends[s + 1] − 1.
  #who;
  #from;
  #to;
  #ends;
  // How many of the moves before each step count.
  #counts;
  // Change c gives token whose[c] the colour after[c] instead of before[c] in step when[c].
  #when;
  #whose;
  #before;
  #after;
  #changed = 0; // the changes before this one hold

  constructor({ at, moves, steps, counted, values }) {
    const moveCount = moves.length / 2;
    this.stepCount = steps ? steps.length : moveCount;
    this.#isTouched = new Uint8Array(at.length);
    this.#readMoves(at, moves, moveCount);
    this.#readSteps(steps, counted);
    this.#readChanges(values ?? { first: [], changes: [] });
    this.countsSteps = !counted && moveCount === this.stepCount;
  }

  #readMoves(at, moves, moveCount) {
    this.#who = new Uint32Array(moveCount);
    this.#from = new Uint32Array(moveCount);
    this.#to = new Uint32Array(moveCount);
    this.at = Uint32Array.from(at);
    for (let m = 0; m < moveCount; m++) {
      const token = (this.#who[m] = moves[2 * m]);
      this.#from[m] = this.at[token];
      this.at[token] = this.#to[m] = moves[2 * m + 1];
    }
    this.at.set(at);
  }

  #readSteps(steps, counted) {
    this.#ends = new Uint32Array(this.stepCount + 1);
    for (let s = 0; s < this.stepCount; s++) {
      this.#ends[s + 1] = this.#ends[s] + (steps ? steps[s] : 1);
    }
    if (!counted) {
      this.#counts = this.#ends;
      return;
    }
    const counts = new Set(counted);
    this.#counts = new Uint32Array(this.stepCount + 1);
    for (let s = 0; s < this.stepCount; s++) {
      const tokens = this.#who.subarray(this.#ends[s], this.#ends[s + 1]);
      this.#counts[s + 1] = tokens.reduce((sum, token) => sum + (counts.has(token) ? 1 : 0), this.#counts[s]);
    }
  }

  #readChanges({ first, changes }) {
    const changeCount = changes.length / 3;
    this.#when = new Uint32Array(changeCount);
    this.#whose = new Uint32Array(changeCount);
    this.#before = new Uint8Array(changeCount);
    this.#after = new Uint8Array(changeCount);
    this.shades = Uint8Array.from(first);
    for (let c = 0; c < changeCount; c++) {
      this.#when[c] = changes[3 * c];
      const token = (this.#whose[c] = changes[3 * c + 1]);
      this.#before[c] = this.shades[token];
      this.shades[token] = this.#after[c] = changes[3 * c + 2];
    }
    this.shades.set(first);
  }

  /** Does or undoes steps until `target` of them are done. */
  go(target) {
    const begin = this.#ends[this.step];
    const end = this.#ends[target];
    for (let m = begin; m < end; m++) {
      this.at[this.#touch(this.#who[m])] = this.#to[m];
    }
    for (let m = begin - 1; m >= end; m--) {
      this.at[this.#touch(this.#who[m])] = this.#from[m];
    }
    while (this.#when[this.#changed] <= target) {
      this.#shade(this.#changed++, this.#after);
    }
    while (this.#when[this.#changed - 1] > target) {
      this.#shade(--this.#changed, this.#before);
    }
    this.step = target;
  }

  #shade(change, colours) {
    this.shades[this.#touch(this.#whose[change])] = colours[change];
  }

  #touch(token) {
    if (this.#isTouched[token] === 0) {
      this.#isTouched[token] = 1;
      this.#touched.push(token);
    }
    return token;
  }

  /** Returns the tokens that have changed since the last call. */
  take() {
    const touched = this.#touched;
    this.#touched = [];
    for (const token of touched) {
      this.#isTouched[token] = 0;
    }
    return touched;
  }

  /** Returns the vertices on the way of a token, or an empty array if it does not move. */
  way(token) {
    const moves = Array.from(this.#who.keys()).filter((m) => this.#who[m] === token);
    return moves.length > 0 ? [this.#from[moves[0]], ...moves.map((m) => this.#to[m])] : [];
  }

  /** Describes the step; `count` is the word for the moves that count. */
  describe(count) {
    const { step, stepCount } = this;
    const moves = `${number(this.#counts[step])} / ${number(this.#counts[stepCount])} ${count}`;
    return this.countsSteps ? moves : `step ${number(step)} / ${number(stepCount)} · ${moves}`;
  }
}

/**
 * Plays a story in its picture, an `svg` that is drawn in the page. `element` returns the control of a name: the
 * buttons `first`, `back`, `play`, `forward`, `last`, the sliders `scrub` and `speed`, and the texts `rate` and
 * `counter`. While it plays, the button `play` has the class `playing`. `onStep(step)` is called
 * whenever another step is shown.
 */
export class Player {
  #course;
  #count;
  #x;
  #y;
  #fills;
  #tints;
  #goals;
  #painted;
  #picture;
  #tokens;
  #bodies;
  #controls;
  #keys;
  #onStep;
  #shown = 0;
  #playing = false;
  #rate = 0;
  #credit = 0;
  #lastTime = 0;
  #frame = 0;
  #glide = 0;
  #listening = new AbortController();

  constructor(story, picture, element, onStep = () => {}) {
    this.#course = new Course(story);
    this.#count = story.count;
    this.#x = story.x;
    this.#y = story.y;
    this.#fills = story.values?.fills;
    this.#tints = story.tints;
    this.#goals = story.goals;
    this.#painted = new Set(story.painted);
    this.#picture = picture;
    this.#tokens = Array.from(picture.querySelectorAll('.m-token'));
    this.#bodies = this.#tokens.map((token) => token.querySelector('.m-body'));
    this.#onStep = onStep;
    // Tokens that move at once do so at constant speed, during the whole step.
    picture.style.setProperty('--pace', story.steps ? 'linear' : null);
    this.#listen(element);
    const patient = RATES.findIndex((rate) => rate * PATIENCE >= this.stepCount);
    this.#setRate(patient < 0 ? RATES.length - 1 : Math.max(patient, RATES.indexOf(4)));
    this.play(false);
    this.#write();
  }

  #listen(element) {
    const [play, scrub, speed] = [element('play'), element('scrub'), element('speed')];
    this.#controls = { play, scrub, speed, rate: element('rate'), counter: element('counter') };
    scrub.max = this.stepCount;
    speed.max = RATES.length - 1;
    const { signal } = this.#listening;
    scrub.addEventListener('input', () => this.go(Number(scrub.value)), { signal });
    speed.addEventListener('input', () => this.#setRate(Number(speed.value)), { signal });

    const stepBy = (distance) => this.go(this.step + distance, true);
    const actions = {
      first: () => this.go(0),
      back: () => stepBy(-1),
      play: () => this.play(!this.#playing),
      forward: () => stepBy(1),
      last: () => this.go(this.stepCount),
    };
    for (const [name, action] of Object.entries(actions)) {
      const onClick = (event) => {
        action();
        // After a click with the mouse, Space is again the key that plays; after one by key, focus stays.
        if (event.detail > 0) {
          event.currentTarget.blur();
        }
      };
      element(name).addEventListener('click', onClick, { signal });
    }
    const changeRate = (difference) => () => this.#setRate(Number(speed.value) + difference);
    this.#keys = {
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
  }

  /** The number of steps made. */
  get step() {
    return this.#course.step;
  }

  get stepCount() {
    return this.#course.stepCount;
  }

  /** Stops playing and goes to a step, or to the nearest that there is. A single step may glide. */
  go(step, glides = false) {
    this.play(false);
    this.#goTo(step, glides ? SINGLE_STEP_MS : 0);
  }

  /** Plays, from the start again if this is the end, or stops playing. */
  play(on) {
    if (on && this.step === this.stepCount) {
      this.#goTo(0, 0);
    }
    this.#playing = on && this.stepCount > 0;
    const { play } = this.#controls;
    play.classList.toggle('playing', this.#playing);
    play.setAttribute('aria-label', this.#playing ? 'Pause' : 'Play');
    if (this.#playing) {
      this.#credit = 1; // the first step comes at once
      this.#lastTime = performance.now();
      this.#requestFrame();
    }
  }

  /** Returns the way of the token at a place of the picture, as places; an empty array if there is none. */
  pathAt([x, y]) {
    let [token, least] = [-1, NEAR];
    this.#course.at.forEach((vertex, index) => {
      const distance = Math.hypot(this.#x[vertex] - x, this.#y[vertex] - y);
      if (distance <= least) {
        [token, least] = [index, distance];
      }
    });
    return this.#course.way(token).map((vertex) => [this.#x[vertex], this.#y[vertex]]);
  }

  /** Does what a pressed key means, and returns true; or returns false if it means nothing here. */
  key(event) {
    const action = this.#keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) {
      return false;
    }
    // A focused button keeps Space, the speed slider keeps the keys that move it.
    const onButton = event.target instanceof HTMLButtonElement && event.key === ' ';
    const onSpeed = event.target === this.#controls.speed && /^(Arrow|Page|Home|End)/.test(event.key);
    if (onButton || onSpeed) {
      return false;
    }
    event.preventDefault();
    action(event);
    return true;
  }

  /** Takes the tokens back to the start at once, and leaves the controls. */
  end() {
    this.go(0);
    cancelAnimationFrame(this.#frame);
    this.#write();
    this.#listening.abort();
  }

  // The document follows in the next frame.
  #goTo(target, milliseconds) {
    target = Math.min(Math.max(target, 0), this.stepCount);
    this.#glide = Math.abs(target - this.step) <= 1 ? milliseconds : 0;
    this.#course.go(target);
    this.#requestFrame();
  }

  #requestFrame() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame((time) => this.#onFrame(time));
    }
  }

  #onFrame(time) {
    this.#frame = 0;
    if (this.#playing) {
      this.#advance(time);
    }
    this.#write();
    if (this.#shown !== this.step) {
      this.#shown = this.step;
      this.#onStep(this.step);
    }
    if (this.#playing) {
      this.#requestFrame();
    }
  }

  #advance(time) {
    this.#credit += (Math.min(time - this.#lastTime, FRAME_LIMIT_MS) * this.#rate) / 1000;
    this.#lastTime = time;
    const due = Math.floor(this.#credit);
    if (due > 0) {
      this.#credit -= due;
      this.#goTo(this.step + due, this.#rate <= SMOOTH_RATE ? 1000 / this.#rate : 0);
    }
    if (this.step === this.stepCount) {
      this.play(false);
    }
  }

  #isHome(token, vertex) {
    const goal = this.#goals[token];
    return goal === -1 || (goal === -2 ? this.#painted.has(vertex) : goal === vertex);
  }

  // The only place that writes to the picture: once a frame, tokens that have changed only.
  #write() {
    this.#picture.style.setProperty('--glide', `${Math.round(this.#glide)}ms`);
    for (const token of this.#course.take()) {
      const vertex = this.#course.at[token];
      this.#tokens[token].style.transform = `translate(${this.#x[vertex]}px,${this.#y[vertex]}px)`;
      const tint = this.#tints[token];
      if (this.#fills) {
        this.#bodies[token].setAttribute('fill', this.#fills[this.#course.shades[token]]);
      } else if (tint) {
        this.#bodies[token].setAttribute(tint[0], tint[this.#isHome(token, vertex) ? 1 : 2]);
      }
    }
    const { counter, scrub } = this.#controls;
    scrub.value = this.step;
    const text = this.#course.describe(this.#count);
    if (counter.textContent !== text) {
      counter.textContent = text;
      scrub.setAttribute('aria-valuetext', text);
    }
  }

  #setRate(index) {
    index = Math.min(Math.max(index, 0), RATES.length - 1);
    this.#rate = RATES[index];
    const { rate, speed } = this.#controls;
    speed.value = index;
    const text = `${number(this.#rate)} ${this.#rate === 1 ? 'step' : 'steps'}/s`;
    rate.textContent = text;
    speed.setAttribute('aria-valuetext', text);
  }
}
