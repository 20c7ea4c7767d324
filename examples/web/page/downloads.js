// Files to save: instance, pictures, player, solution.

import { make, part, say } from './dom.js';

/** `now()` returns `{text, solution}`: the instance, and its visible solution or null. */
export class Downloads {
  #engine;
  #family;
  #root;

  constructor(engine, family, root, now) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    const on = (name, action) =>
      part(root, `download-${name}`).addEventListener('click', async () => {
        try {
          await action(now());
        } catch (error) {
          this.#say(`The file was not made: ${error.message}.`);
        }
      });
    on('instance', ({ text }) => this.#save(family.file_name, 'text/plain', text));
    on('svg', ({ text }) => this.#picture(text, '', 'still', 'svg'));
    on('solution', ({ solution }) =>
      this.#save(`${family.name}-solution.txt`, 'text/plain', `${solution.solution}\n`),
    );
    on('player', ({ text, solution }) => this.#picture(text, solution.solution, 'player', 'html'));
    on('animated', ({ text, solution }) =>
      this.#picture(text, solution.solution, 'animated', 'animated.svg'),
    );
  }

  async #picture(text, solution, kind, ending) {
    const made = await this.#engine.request('picture', this.#family.name, text, solution, kind);
    if (made.error) {
      this.#say(`There is no picture: ${made.error.message}.`);
    } else {
      const type = ending === 'html' ? 'text/html' : 'image/svg+xml';
      this.#save(`${this.#family.name}.${ending}`, type, made.text);
    }
  }

  #save(name, type, content) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = make('a', { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.#say(`Saved ${name}.`);
  }

  #say(text) {
    say(part(this.#root, 'download-status'), text);
  }
}
