// The positions that a person has seen, for undo and redo.

const MOST_ENTRIES = 2000;
const MOST_CHARACTERS = 30_000_000;
// How much of it the browser keeps.
const MOST_KEPT_ENTRIES = 300;
const MOST_KEPT_CHARACTERS = 400_000;

/**
 * Entries `{text, move, isTyped, collection, part, isAltered}`, and the index of the visible one.
 * `move` is the engine's answer that made the entry, or null if the text was written, chosen or
 * edited: a game begins there. `collection` is the collection that the instance belongs to, or
 * null, and `part` is its index there. `isAltered` says that it was edited or typed since then.
 */
export class History {
  #entries = [];
  #index = -1;

  get current() {
    return this.#entries[this.#index] ?? null;
  }

  get text() {
    return this.current?.text ?? '';
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

  /** Adds an entry, of the same collection as the visible one if not said otherwise. */
  push(text, { move = null, isTyped = false, ...place } = {}) {
    const inherited = 'collection' in place ? {} : this.current;
    const { collection = null, part = 0, isAltered = false } = { ...inherited, ...place };
    this.#entries.length = this.#index + 1;
    this.#entries.push({ text, move, isTyped, collection, part, isAltered });
    let characters = this.#entries.reduce((sum, entry) => sum + entry.text.length, 0);
    while (
      this.#entries.length > MOST_ENTRIES ||
      (characters > MOST_CHARACTERS && this.#entries.length > 2)
    ) {
      characters -= this.#entries.shift().text.length;
    }
    this.#index = this.#entries.length - 1;
  }

  /** Replaces the visible entry by the next one. */
  replace(text, of = {}) {
    const { collection = null, part = 0 } = this.current ?? {};
    this.#index = Math.max(this.#index - 1, -1);
    this.push(text, { collection, part, ...of });
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

  /** Goes to the nearest entry with this text; returns whether there is one. */
  goTo(text) {
    const distances = this.#entries.map((entry, index) =>
      entry.text === text ? Math.abs(index - this.#index) : Infinity,
    );
    const least = Math.min(...distances);
    if (least < Infinity) {
      this.#index = distances.indexOf(least);
    }
    return least < Infinity;
  }

  /** The data that the browser keeps: the visible entry and those before and after it. */
  get kept() {
    let [begin, end] = [this.#index, this.#index + 1];
    let room = MOST_KEPT_CHARACTERS - this.text.length;
    while (end - begin < MOST_KEPT_ENTRIES) {
      const before = this.#entries[begin - 1];
      const next = before ?? this.#entries[end];
      if (!next || next.text.length > room) {
        break;
      }
      room -= next.text.length;
      [begin, end] = before ? [begin - 1, end] : [begin, end + 1];
    }
    const entries = this.#entries.slice(Math.max(begin, 0), end);
    const isKept = (collection) => collection && collection.source.length < MOST_KEPT_CHARACTERS;
    const collections = [...new Set(entries.map((entry) => entry.collection))].filter(isKept);
    return {
      index: this.#index - Math.max(begin, 0),
      collections,
      entries: entries.map((entry) => ({ ...entry, collection: collections.indexOf(entry.collection) })),
    };
  }

  set kept({ index, collections, entries }) {
    if (!entries[index] || entries.some(({ text }) => typeof text !== 'string')) {
      throw new Error('the browser has not kept what was shown');
    }
    this.#entries = entries.map((entry) => ({ ...entry, collection: collections[entry.collection] ?? null }));
    this.#index = index;
  }

  #begin() {
    let index = this.#index;
    while (index > 0 && this.#entries[index].move !== null) {
      index--;
    }
    return Math.max(index, 0);
  }
}
