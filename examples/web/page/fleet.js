// A fleet on the board: robots whose goals keep coming, until it is stopped.

import { fillList, part, say } from './dom.js';

// Steps a second.
const RATES = [1, 2, 4, 8, 16, 32];
const FIRST_RATE = 4;
// The time for planning a step.
const STEP_MS = 20;
// How often a screen reader is told the counts.
const SPOKEN_MS = 15_000;
// A click means the robot that is less than this far from it, in units of the picture.
const NEAR = 50;

/**
 * A fleet that runs in the engine. It moves the tokens of a picture and the marks of their goals.
 * `onEnd(message)` is called if the engine has lost it.
 */
export class Fleet {
  #engine;
  #family;
  #root;
  #state;
  #points = [];
  #robots = [];
  #picture = null;
  #selected = -1;
  #isRunning = false;
  #isAsked = false;
  #rate = RATES.indexOf(FIRST_RATE);
  #timer = 0;
  #spoken = -Infinity;
  #listening = new AbortController();

  /** Begins a fleet from an instance. */
  static async begin(engine, family, root, { text, seed, onEnd }) {
    const state = await engine.request('begin_fleet', family.name, text, { seed });
    return new Fleet(engine, family, root, checked(state), onEnd);
  }

  constructor(engine, family, root, state, onEnd) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    this.#state = state;
    this.onEnd = onEnd;
  }

  /** The marks over the picture. */
  get marks() {
    return { closed: this.#state.closed.map((place) => this.#points[place]) };
  }

  /** An instruction for the next click. */
  get help() {
    return this.#selected < 0 ? '' : 'A robot is selected: click the place where it goes, or the robot again.';
  }

  /** Runs on a picture with these places. */
  start(picture, points) {
    this.#picture = picture;
    this.#points = points;
    const marks = picture.querySelectorAll('.m-mark');
    this.#robots = Array.from(picture.querySelectorAll('.m-token'), (token, index) => ({
      token,
      body: token.querySelector('.m-body'),
      mark: marks[index],
      colour: marks[index]?.querySelector('.m-hint')?.getAttribute('color'),
    }));
    picture.style.setProperty('--pace', 'linear');
    const { signal } = this.#listening;
    const [play, speed] = [part(this.#root, 'play'), part(this.#root, 'speed')];
    play.addEventListener('click', () => this.#run(!this.#isRunning), { signal });
    speed.max = RATES.length - 1;
    speed.addEventListener('input', () => this.#setRate(Number(speed.value)), { signal });
    this.#setRate(this.#rate);
    this.#draw(0);
    this.#run(true);
  }

  end() {
    this.#run(false);
    this.#picture = null;
    this.#listening.abort();
    part(this.#root, 'fleet-facts').replaceChildren();
    say(part(this.#root, 'fleet-words'), '');
  }

  /** Handles a click: selects a robot, sends it to a place, or closes or opens the place. */
  async pick([x, y]) {
    const clicked = this.#robotAt([x, y]);
    if (clicked >= 0) {
      this.#selected = clicked === this.#selected ? -1 : clicked;
      this.#draw();
      return;
    }
    const robot = this.#selected < 0 ? null : this.#selected;
    this.#state = checked(await this.#engine.request('click_fleet', this.#family.name, { x, y, robot }));
    this.#draw();
  }

  /** Unselects the robot. */
  unselect() {
    this.#selected = -1;
    this.#draw();
  }

  /** Handles a key that no control has used; returns whether it was used. */
  key({ key, target, ctrlKey, altKey, metaKey }) {
    if (ctrlKey || altKey || metaKey) {
      return false;
    }
    const faster = { '+': 1, '=': 1, '-': -1, '−': -1, _: -1 }[key];
    if (faster) {
      this.#setRate(this.#rate + faster);
      return true;
    }
    // A focused button keeps Space.
    if (key === ' ' && !(target instanceof HTMLButtonElement)) {
      this.#run(!this.#isRunning);
      return true;
    }
    return false;
  }

  #setRate(index) {
    this.#rate = Math.min(Math.max(index, 0), RATES.length - 1);
    const [speed, rate] = [part(this.#root, 'speed'), RATES[this.#rate]];
    const text = `${rate} ${rate === 1 ? 'step' : 'steps'}/s`;
    speed.value = this.#rate;
    speed.setAttribute('aria-valuetext', text);
    say(part(this.#root, 'rate'), text);
  }

  #run(on) {
    this.#isRunning = on;
    clearTimeout(this.#timer);
    const play = part(this.#root, 'play');
    play.classList.toggle('playing', on);
    play.setAttribute('aria-label', on ? 'Pause' : 'Play');
    if (!on) {
      this.#speak();
    } else if (!this.#isAsked) {
      this.#step();
    }
  }

  /** Makes a step, and the next one when this one has been seen. A fleet that nobody sees pauses. */
  async #step() {
    if (document.hidden || this.#root.hidden) {
      this.#run(false);
      return;
    }
    const began = performance.now();
    this.#isAsked = true;
    try {
      const limits = { seconds: STEP_MS / 1000 };
      this.#state = checked(await this.#engine.request('step_fleet', this.#family.name, limits));
    } catch (error) {
      if (this.#picture) {
        this.onEnd(error.message);
      }
      return;
    }
    this.#isAsked = false;
    if (!this.#picture) {
      return;
    }
    this.#draw(1000 / RATES[this.#rate]);
    if (this.#isRunning) {
      const rest = 1000 / RATES[this.#rate] - (performance.now() - began);
      this.#timer = setTimeout(() => this.#step(), rest);
      if (began - this.#spoken > SPOKEN_MS) {
        this.#speak();
      }
    }
  }

  /** Draws the state, to which robots glide in this many milliseconds. */
  #draw(glide) {
    if (glide !== undefined) {
      this.#picture.style.setProperty('--glide', `${glide}ms`);
    }
    const { at, goals, facts } = this.#state;
    const move = (element, place) => {
      const [x, y] = this.#points[place];
      element.style.transform = `translate(${x}px,${y}px)`;
    };
    this.#robots.forEach(({ token, body, mark, colour }, robot) => {
      move(token, at[robot]);
      token.classList.toggle('selected', robot === this.#selected);
      if (mark) {
        move(mark, goals[robot]);
        mark.classList.toggle('selected', robot === this.#selected);
        body.style.fill = colour && at[robot] === goals[robot] ? colour : '';
      }
    });
    fillList(part(this.#root, 'fleet-facts'), facts);
  }

  /** Tells a screen reader the counts. */
  #speak() {
    this.#spoken = performance.now();
    const words = this.#state.facts.map(([label, value]) => `${label}: ${value}`).join(', ');
    say(part(this.#root, 'fleet-words'), `${this.#isRunning ? 'Running' : 'Paused'}; ${words}.`);
  }

  /** Returns the index of the robot that is seen at a place; −1 if there is none. */
  #robotAt([x, y]) {
    let [nearest, least] = [-1, NEAR];
    this.#robots.forEach(({ token }, robot) => {
      const { e, f } = new DOMMatrix(getComputedStyle(token).transform);
      const distance = Math.hypot(e - x, f - y);
      if (distance < least) {
        [nearest, least] = [robot, distance];
      }
    });
    return nearest;
  }
}

function checked(state) {
  if (state.error) {
    throw new Error(state.error.message);
  }
  return state;
}
