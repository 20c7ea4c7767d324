// The moves of a solution as text, with the current one marked. The document contains only a window
// of them, so that a million moves cost as much as a hundred.

import { make, shown } from './dom.js';

const WINDOW = 240;

/** `onSeek(step)` is called with the step that a person chooses: the number of moves made. */
export class Steps {
  #element;
  #steps = [];
  #step = 0;
  #begin = 0;
  #buttons = [];

  constructor(element, onSeek) {
    this.#element = element;
    this.onSeek = onSeek;
    element.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) {
        this.onSeek(Number(button.dataset.step));
      }
    });
    element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  show(steps) {
    this.#steps = steps;
    this.#step = 0;
    this.#element.dataset.steps = steps.length;
    this.#build(0);
  }

  /** Marks the move that was made last. */
  setStep(step) {
    this.#step = step;
    const isBefore = Math.max(step - 1, 0) < this.#begin;
    const isOutside = isBefore || step > this.#begin + this.#buttons.length;
    if (isOutside && this.#steps.length > this.#buttons.length) {
      this.#build(Math.max(step - WINDOW / 2, 0));
    } else {
      this.#mark();
    }
  }

  #build(begin) {
    this.#begin = Math.max(Math.min(begin, this.#steps.length - WINDOW), 0);
    const end = Math.min(this.#begin + WINDOW, this.#steps.length);
    this.#buttons = this.#steps.slice(this.#begin, end).map((text, index) => {
      const step = this.#begin + index + 1;
      return make(
        'button',
        { type: 'button', 'data-step': step, tabindex: -1, title: `Step ${shown(step)}` },
        text || '·',
      );
    });
    const children = [
      make('button', { type: 'button', 'data-step': 0, tabindex: -1, class: 'edge' }, 'start'),
    ];
    if (this.#begin > 0) {
      children.push(this.#page(Math.max(this.#begin - WINDOW / 2, 0), `${shown(this.#begin)} steps before`));
    }
    children.push(...this.#buttons);
    if (end < this.#steps.length) {
      children.push(this.#page(end + 1, `${shown(this.#steps.length - end)} steps after`));
    }
    const hadFocus = this.#element.contains(document.activeElement);
    this.#element.replaceChildren(...children);
    this.#mark();
    if (hadFocus) {
      this.#focus();
    }
  }

  #focus() {
    this.#element.querySelector('[aria-current]')?.focus({ preventScroll: true });
  }

  #page(step, text) {
    return make('button', { type: 'button', 'data-step': step, tabindex: -1, class: 'edge' }, `… ${text} …`);
  }

  #mark() {
    this.#element.dataset.step = this.#step;
    for (const button of this.#element.querySelectorAll('[aria-current]')) {
      button.removeAttribute('aria-current');
      button.tabIndex = -1;
    }
    const current = this.#element.querySelector(`[data-step="${this.#step}"]`);
    if (current) {
      current.setAttribute('aria-current', 'step');
      current.tabIndex = 0;
      this.#scrollTo(current);
    }
  }

  #scrollTo(button) {
    const box = this.#element;
    const top = button.offsetTop; // the box is positioned
    if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }

  #onKey(event) {
    const next = {
      ArrowLeft: this.#step - 1,
      ArrowRight: this.#step + 1,
      PageUp: this.#step - 10,
      PageDown: this.#step + 10,
      Home: 0,
      End: this.#steps.length,
    }[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    const step = Math.min(Math.max(next, 0), this.#steps.length);
    this.onSeek(step);
    this.setStep(step);
    this.#focus();
  }
}
