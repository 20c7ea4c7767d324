// Files to save: instance, pictures, player, solution.

import { make, part, say } from './dom.js';

const INSTANCE_NAMES = {
  sliding: 'puzzle.txt',
  robots: 'instance.txt',
  ricochet: 'game.txt',
  sokoban: 'level.xsb',
};

/** `now()` returns `{text, solution}`: the position of the board, and the shown solution or null. */
export class Downloads {
  #engine;
  #field;
  #root;

  constructor(engine, field, root, now) {
    this.#engine = engine;
    this.#field = field;
    this.#root = root;
    const on = (name, action) =>
      part(root, `download-${name}`).addEventListener('click', async () => {
        try {
          await action(now());
        } catch (error) {
          this.#say(`The file was not made: ${error.message}.`);
        }
      });
    on('instance', ({ text }) =>
      this.#save(INSTANCE_NAMES[field.field] ?? 'instance.txt', 'text/plain', text),
    );
    on('svg', ({ text }) => this.#picture(text, '', 'still', 'svg'));
    on('solution', ({ solution }) =>
      this.#save(`${field.field}-solution.txt`, 'text/plain', `${solution.solution}\n`),
    );
    on('player', ({ solution }) => this.#save(`${field.field}.html`, 'text/html', solution.html));
    on('animated', ({ solution }) =>
      this.#picture(solution.text, solution.solution, 'animated', 'animated.svg'),
    );
  }

  async #picture(text, solution, kind, ending) {
    const { svg, error } = await this.#engine.request('picture', this.#field.field, text, solution, kind);
    if (error) {
      this.#say(`There is no picture: ${error.message}.`);
    } else {
      this.#save(`${this.#field.field}.${ending}`, 'image/svg+xml', svg);
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
