// Editing by hand: tools that change the instance at one place or at two.

import { make, part } from './dom.js';

/** The tools of a field. */
export class Editor {
  #root;
  #tools;
  #tool;
  #from = null;

  constructor(root, tools, onTool) {
    this.#root = root;
    this.#tools = tools;
    this.#tool = tools[0] ?? null;
    const buttons = tools.map((tool) =>
      make('button', { type: 'button', 'data-tool': tool.tool, 'aria-pressed': String(tool === this.#tool) }, tool.label),
    );
    buttons.forEach((button, index) => {
      button.addEventListener('click', () => {
        this.#tool = tools[index];
        for (const other of buttons) {
          other.setAttribute('aria-pressed', String(other === button));
        }
        this.forget();
        onTool(this.help);
      });
    });
    part(root, 'tools').replaceChildren(...buttons);
  }

  /** What to do next, in words. */
  get help() {
    if (!this.#tool) {
      return '';
    }
    const isTwo = this.#tool.places === 2;
    return isTwo ? `${this.#tool.label}: choose two places, or drag from one to the other.` : `${this.#tool.label}: choose a place.`;
  }

  /** The place that was chosen first, or null. */
  get from() {
    return this.#from;
  }

  forget() {
    this.#from = null;
  }

  /** The action for the engine; null where a second place is needed. */
  pick([x, y], dragFrom) {
    if (!this.#tool) {
      return null;
    }
    if (this.#tool.places !== 2) {
      return { tool: this.#tool.tool, x, y };
    }
    const from = dragFrom ?? this.#from;
    this.#from = from ? null : [x, y];
    return from ? { tool: this.#tool.tool, x, y, from } : null;
  }

  /** The tool that stands before or after the chosen one: keys [ and ]. */
  step(distance) {
    const index = this.#tools.indexOf(this.#tool) + distance;
    part(this.#root, 'tools').children[(index + this.#tools.length) % this.#tools.length]?.click();
  }
}
