// The player of a solution, and its moves as text beside it.

import { fillList, part, say, shown } from './dom.js';
import { Steps } from './steps.js';

/** Shows solutions `{text, solution, html, steps, metrics}`, where `text` is the instance. */
export class SolutionView {
  #root;
  #player;
  #steps;
  #step = 0;
  #shown = null;
  #better = null;

  constructor(root, { onStale }) {
    this.#root = root;
    this.#player = part(root, 'player');
    this.#steps = new Steps(part(root, 'steps'), (step) => this.#seek(step));
    part(root, 'better-go').addEventListener('click', () => this.show(this.#better));
    part(root, 'stale-go').addEventListener('click', () => onStale(this.#shown.text));
    addEventListener('message', (event) => this.#onMessage(event));
  }

  /** The visible solution, or null. */
  get current() {
    return this.#shown;
  }

  show(solution) {
    this.#shown = solution;
    this.#better = null;
    this.#step = 0;
    this.#player.srcdoc = solution.html;
    this.#steps.show(solution.steps);
    fillList(
      part(this.#root, 'metrics'),
      Object.entries(solution.metrics).map(([name, value]) => [name.replaceAll('_', ' '), shown(value)]),
    );
    part(this.#root, 'solution').hidden = false;
    part(this.#root, 'mode-watch').disabled = false;
    part(this.#root, 'better').hidden = true;
  }

  /** Shows a better solution: at once, unless a person is watching the one before. */
  improve(solution, words) {
    const isWatched = this.#shown && this.#step > 0;
    if (!isWatched) {
      this.show(solution);
      return;
    }
    this.#better = solution;
    say(part(this.#root, 'better-text'), `A better solution was found: ${words}.`);
    part(this.#root, 'better').hidden = false;
  }

  /** Shows whether the solution begins at the position of the board. */
  compareWith(text) {
    part(this.#root, 'stale').hidden = !this.#shown || this.#shown.text === text;
  }

  #seek(step) {
    this.#player.contentWindow?.postMessage({ motion: 'go', step }, '*');
  }

  #onMessage({ source, data }) {
    if (source !== this.#player.contentWindow || data?.motion !== 'step' || !Number.isInteger(data.step)) {
      return;
    }
    this.#step = data.step;
    this.#steps.setStep(data.step);
  }
}
