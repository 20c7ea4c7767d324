// Playing by hand: clicks, drags, swipes and keys become moves.

import { directionOf } from './cursor.js';
import { shown } from './dom.js';

/** Describes the size of `moves`, which have `counts` in the units of a family. */
export function countOf({ units }, moves) {
  const words = units.map(([one, several], unit) => {
    const count = moves.reduce((sum, { counts }) => sum + counts[unit], 0);
    return `${shown(count)} ${count === 1 ? one : several}`;
  });
  return words.join(', ');
}

/** Plays one family. */
export class ByHand {
  #engine;
  #family;
  #marks = {};

  constructor(engine, family) {
    this.#engine = engine;
    this.#family = family;
  }

  /** The marks of the selected token: `selected`, its place, and the places that it can reach. */
  get marks() {
    return this.#marks;
  }

  forget() {
    this.#marks = {};
  }

  /** Returns whether the puzzle may use a key. */
  wants(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return false;
    }
    // Arrows that move nothing move the cursor.
    const needsToken = this.#family.selects_first && !this.#marks.selected;
    return directionOf(event.key)
      ? !needsToken
      : event.key.length === 1 && event.key !== ' ' && event.key !== '?';
  }

  /** Handles a click, or a drag from another place. Returns the engine's answer. */
  async pick(text, [x, y], dragFrom) {
    if (dragFrom) {
      const begun = await this.#ask(text, { x: dragFrom[0], y: dragFrom[1], from: null });
      if (!begun.selected) {
        return begun;
      }
    }
    return this.#ask(text, { x, y, from: this.#marks.selected ?? null });
  }

  /** Handles a key, or a swipe over a token at `place`. Returns the engine's answer. */
  async key(text, key, place = null) {
    const before = this.#marks;
    const played = await this.#ask(text, { key, from: place ?? before.selected ?? null });
    if (played.text === undefined && !played.selected) {
      this.#marks = before; // nothing moved
    }
    return played;
  }

  async #ask(text, action) {
    const played = await this.#engine.request('play', this.#family.name, text, action);
    const { selected = null, targets = [], reachable = [] } = played;
    this.#marks = { selected, targets, reachable };
    return played;
  }
}
