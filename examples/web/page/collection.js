// The instances of a text that has several: a list, with those solved marked.

import { capitalised, make, part, say, shown } from './dom.js';
import { fingerprint, keepShared, recallShared } from './storage.js';

// A list of more entries would make the page slow; they are reached by number.
const MOST_LISTED = 3000;

/** `onChoose(index)` is called when another instance is chosen. */
export class CollectionView {
  #root;
  #name;
  #shown = null;
  // The index that was chosen last; it is shown when the actions before it are done.
  #part = 0;

  constructor(family, root, onChoose) {
    this.#root = root;
    this.#name = (collection) => `solved/${family.name}/${collection.mark}`;
    const number = part(root, 'part');
    const choose = (index) => {
      if (Number.isInteger(index) && index >= 0 && index < this.#shown?.count) {
        this.#part = index;
        onChoose(index);
      } else {
        number.value = this.#part + 1;
      }
    };
    number.addEventListener('change', () => choose(number.valueAsNumber - 1));
    part(root, 'previous-part').addEventListener('click', () => choose(this.#part - 1));
    part(root, 'next-part').addEventListener('click', () => choose(this.#part + 1));
    const list = part(root, 'part-list');
    list.addEventListener('change', () => choose(list.selectedIndex));
  }

  /** Makes a collection of the engine's answer about a text; null if the text is one instance. */
  static of(source, { label, count, titles }) {
    return count > 1 ? { source, label, count, titles, mark: fingerprint(source) } : null;
  }

  /** Shows the collection of an entry of the history, `{collection, part}`. */
  show({ collection, part: index }) {
    const isNew = collection?.mark !== this.#shown?.mark;
    this.#shown = collection;
    part(this.#root, 'collection').hidden = !collection;
    if (!collection) {
      return;
    }
    const { label, count, titles } = collection;
    const list = part(this.#root, 'part-list');
    const number = part(this.#root, 'part');
    const solved = new Set(recallShared(this.#name(collection)) ?? []);
    const words = titles.length > 0 ? `, solved: ${solved.size}` : '';
    say(part(this.#root, 'part-label'), `${capitalised(label)}, of ${shown(count)}${words}`);
    list.hidden = titles.length === 0 || count > MOST_LISTED;
    if (!list.hidden) {
      if (isNew) {
        list.replaceChildren(...titles.map(() => make('option')));
      }
      titles.forEach((title, at) => {
        say(list.options[at], `${solved.has(at) ? '✓ ' : ''}${at + 1}${title ? `. ${title}` : ''}`);
      });
      list.selectedIndex = index;
    }
    this.#part = index;
    number.max = count;
    number.value = index + 1;
    part(this.#root, 'previous-part').disabled = index === 0;
    part(this.#root, 'next-part').disabled = index === count - 1;
  }

  /** Marks the instance of an entry as solved, unless a person has altered it. */
  mark({ collection, part: index, isAltered }) {
    if (!collection || isAltered || collection.titles.length === 0) {
      return;
    }
    const solved = recallShared(this.#name(collection)) ?? [];
    if (!solved.includes(index)) {
      keepShared(this.#name(collection), [...solved, index]);
      this.show({ collection, part: index });
    }
  }
}
