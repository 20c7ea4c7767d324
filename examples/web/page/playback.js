// The playback of a solution on the board, and its moves as text beside it.

import { part } from './dom.js';
import { Player } from './player.js';
import { Steps } from './steps.js';

/**
 * Plays solutions on the picture of the board. `onStep()` is called when another step is shown,
 * and `onSeek(step)` when a person chose a step in the list of moves.
 */
export class Playback {
  #root;
  #steps;
  #player = null;
  #isWatched = false;
  // The step at which the next story begins.
  #due = 0;
  #listed = null;

  constructor(root, { onStep, onSeek }) {
    this.#root = root;
    this.onStep = onStep;
    this.#steps = new Steps(part(root, 'steps'), onSeek);
  }

  /** The visible step: the number of steps made. */
  get step() {
    return this.#player?.step ?? 0;
  }

  /** Whether a person has begun to watch. */
  get isWatched() {
    return this.#isWatched;
  }

  /** Shows the notation of the steps of a solution as text; null for none. */
  list(steps) {
    if (this.#listed !== steps) {
      this.#listed = steps;
      this.#steps.show(steps ?? []);
    }
  }

  /** Plays a story on a picture, from its start or from the step that is due. */
  start(story, picture) {
    this.#player = new Player(story, picture, (name) => part(this.#root, name), (step) => this.#onStep(step));
    if (this.#due > 0) {
      this.#player.go(this.#due);
      this.#due = 0;
    }
  }

  end() {
    this.#player?.end();
    this.#player = null;
    this.#isWatched = false;
    this.#steps.setStep(0);
  }

  /** Shows a step, now or as soon as the solution is played. */
  go(step) {
    if (this.#player) {
      this.#player.go(step, true);
    } else {
      this.#due = step;
    }
  }

  /** Forgets the step that is due. */
  forget() {
    this.#due = 0;
  }

  key(event) {
    return this.#player?.key(event) ?? false;
  }

  /** Returns the way of the token at a place, as places of the picture, or an empty array. */
  pathAt(place) {
    return this.#player?.pathAt(place) ?? [];
  }

  #onStep(step) {
    this.#isWatched ||= step > 0;
    this.#steps.setStep(step);
    this.onStep();
  }
}
