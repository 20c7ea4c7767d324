// The tabs, one for each family: clicks, arrow keys, Home and End.

import { make } from './dom.js';

/** Fills `list` with tabs; `onSelect` receives the name of the family that a person selects. */
export class Tabs {
  #tabs;
  #onSelect;

  constructor(list, families, onSelect) {
    this.selected = families[0].name;
    this.#onSelect = onSelect;
    this.#tabs = families.map(({ name, title }) => {
      const attributes = { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` };
      const tab = make('button', attributes, title);
      tab.addEventListener('click', () => this.#select(name));
      return tab;
    });
    list.replaceChildren(...this.#tabs);
    list.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #select(family) {
    if (family !== this.selected) {
      this.#onSelect(family);
    }
  }

  show(family) {
    this.selected = family;
    for (const tab of this.#tabs) {
      const isSelected = tab.id === `tab-${family}`;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !isSelected;
    }
  }

  #onKey(event) {
    const last = this.#tabs.length - 1;
    const at = this.#tabs.indexOf(event.target);
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (at >= 0 && next !== undefined) {
      event.preventDefault();
      this.#tabs[next].click();
      this.#tabs[next].focus();
    }
  }
}
