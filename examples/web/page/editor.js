// Editing by hand: tools that change the instance at one place or two.

import { capitalised, make, part } from './dom.js';

// If there are more tools than this, a list replaces the buttons.
const MOST_BUTTONS = 12;

/** The tools of a family. `onTool()` is called when another tool is chosen. */
export class Editor {
  #tools;
  #index = 0;
  #from = null;
  #showTool;

  constructor(root, tools, onTool) {
    this.#tools = tools;
    this.onTool = onTool;
    const box = part(root, 'tools');
    this.#showTool = tools.length > MOST_BUTTONS ? this.#makeList(box) : this.#makeButtons(box);
    this.#showTool();
  }

  /** An instruction for the next step. */
  get help() {
    const tool = this.#tools[this.#index];
    const one = this.paints ? 'choose a place, or drag over several' : 'choose a place';
    const next = tool.places === 2 ? 'choose two places, or drag from one to the other' : one;
    return `${capitalised(tool.label)}: ${next}.`;
  }

  /** Whether the tool changes every place of a drag. */
  get paints() {
    return Boolean(this.#tools[this.#index]?.paints);
  }

  /** The place that was chosen first, or null. */
  get from() {
    return this.#from;
  }

  forget() {
    this.#from = null;
  }

  /** Returns the action for the engine; null if a second place is still needed. */
  pick([x, y], dragFrom) {
    const { tool, places } = this.#tools[this.#index];
    if (places !== 2) {
      return { tool, x, y };
    }
    const from = dragFrom ?? this.#from;
    this.#from = from ? null : [x, y];
    return from ? { tool, x, y, from } : null;
  }

  /** Returns the action for all places of a drag. */
  pickAll(path) {
    const [x, y] = path.at(-1);
    return { tool: this.#tools[this.#index].tool, x, y, path };
  }

  /** Chooses the tool at this distance before or after the current one. */
  step(distance) {
    this.#choose((this.#index + distance + this.#tools.length) % this.#tools.length);
  }

  #choose(index) {
    this.#index = index;
    this.forget();
    this.#showTool();
    this.onTool();
  }

  #makeButtons(box) {
    const buttons = this.#tools.map(({ tool, label }) =>
      make('button', { type: 'button', 'data-tool': tool }, capitalised(label)),
    );
    buttons.forEach((button, index) => button.addEventListener('click', () => this.#choose(index)));
    box.replaceChildren(...buttons);
    return () =>
      buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(index === this.#index)));
  }

  #makeList(box) {
    const options = this.#tools.map(({ tool, label }) => make('option', { value: tool }, capitalised(label)));
    const list = make('select', { 'data-part': 'tool', 'aria-label': 'Tool' }, ...options);
    list.addEventListener('change', () => this.#choose(list.selectedIndex));
    box.replaceChildren(list);
    return () => {
      list.selectedIndex = this.#index;
    };
  }
}
