// The choice of an instance: a sample, or a random one with a seed.

import { part } from './dom.js';
import { Inputs } from './inputs.js';

/**
 * `onText(text)` receives the text of the chosen instance. `run(action)` runs an action after those
 * before it.
 */
export class Chooser {
  #engine;
  #family;
  #root;
  #inputs;

  constructor(engine, family, root, { onText, run }) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    this.onText = onText;
    this.run = run;
    const sample = part(root, 'sample');
    sample.replaceChildren(...family.samples.map(({ name }, index) => new Option(name, index)));
    sample.addEventListener('change', () => {
      if (sample.value !== '') {
        this.onText(family.samples[sample.value].text);
      }
    });
    this.#inputs = new Inputs(part(root, 'random-inputs'), family.random, `${family.name}-random`);
    part(root, 'random-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.run(() => this.#make());
    });
    part(root, 'random-next').hidden = !this.#inputs.has('seed');
    part(root, 'random-next').addEventListener('click', () => {
      this.#inputs.set({ seed: (this.#inputs.values().seed ?? 0) + 1 });
      if (part(root, 'random-form').reportValidity()) {
        this.run(() => this.#make());
      }
    });
  }

  /** The text of the sample with which a tab begins. */
  get first() {
    return this.#family.samples[0]?.text ?? '';
  }

  /** Shows which sample a text is, if it is one. */
  compareWith(text) {
    const index = this.#family.samples.findIndex((sample) => sample.text === text);
    const select = part(this.#root, 'sample');
    select.querySelector('option[value=""]')?.remove();
    if (index < 0) {
      select.prepend(new Option('(another)', ''));
    }
    select.value = index < 0 ? '' : String(index);
  }

  async #make() {
    const box = part(this.#root, 'random-error');
    let error = null;
    try {
      const made = await this.#engine.request('random', this.#family.name, this.#inputs.values());
      error = made.error?.message ?? null;
      if (!error) {
        this.onText(made.text);
      }
    } catch (failure) {
      error = failure.message;
    }
    box.hidden = error === null;
    box.textContent = error ?? '';
  }
}
