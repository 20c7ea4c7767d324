// The positions that a person has seen, for undo and redo.

const MOST_ENTRIES = 2000;
const MOST_CHARACTERS = 30_000_000;

/**
 * Entries `{text, move}`, and the index of the visible one. `move` is the engine's answer that made
 * the entry, or null if the text was written, chosen or edited: a game begins there.
 */
export class History {
  #entries = [];
  #index = -1;

  get text() {
    return this.#entries[this.#index]?.text ?? '';
  }

  get canUndo() {
    return this.#index > 0;
  }

  get canRedo() {
    return this.#index < this.#entries.length - 1;
  }

  /** The moves made since the game began. */
  get moves() {
    return this.#entries.slice(this.#begin() + 1, this.#index + 1).map((entry) => entry.move);
  }

  push(text, move = null) {
    this.#entries.length = this.#index + 1;
    this.#entries.push({ text, move });
    let characters = this.#entries.reduce((sum, entry) => sum + entry.text.length, 0);
    while (
      this.#entries.length > MOST_ENTRIES ||
      (characters > MOST_CHARACTERS && this.#entries.length > 2)
    ) {
      characters -= this.#entries.shift().text.length;
    }
    this.#index = this.#entries.length - 1;
  }

  /** Replaces the visible entry, for example while a person is typing. */
  replace(text) {
    this.#entries.length = this.#index + 1;
    this.#entries[this.#index] = { text, move: null };
  }

  undo() {
    this.#index = Math.max(this.#index - 1, 0);
  }

  redo() {
    this.#index = Math.min(this.#index + 1, this.#entries.length - 1);
  }

  restart() {
    this.#index = this.#begin();
  }

  #begin() {
    let index = this.#index;
    while (index > 0 && this.#entries[index].move !== null) {
      index--;
    }
    return Math.max(index, 0);
  }
}
