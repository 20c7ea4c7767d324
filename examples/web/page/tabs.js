// The tabs: clicks, arrow keys, Home and End.

/** Makes `tabs` work; `onSelect` is given the id of the field that was selected. */
export class Tabs {
  #tabs;
  #onSelect;

  constructor(list, onSelect) {
    this.#tabs = Array.from(list.querySelectorAll('[role=tab]'));
    this.#onSelect = onSelect;
    for (const tab of this.#tabs) {
      tab.addEventListener('click', () => this.select(fieldOf(tab)));
    }
    list.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get selected() {
    return fieldOf(this.#tabs.find((tab) => tab.getAttribute('aria-selected') === 'true'));
  }

  select(field) {
    for (const tab of this.#tabs) {
      const selected = fieldOf(tab) === field;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !selected;
    }
    this.#onSelect(field);
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
      this.select(fieldOf(this.#tabs[next]));
      this.#tabs[next].focus();
    }
  }
}

const fieldOf = (tab) => tab.id.slice('tab-'.length);
