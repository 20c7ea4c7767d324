// The choice of a solver, its options and limits.

import { part, say } from './dom.js';
import { Inputs } from './inputs.js';

const LIMITS = ['seconds', 'mebibytes', 'seed'];

/** `onSubmit()` is called by the button Solve, `onChange()` when a choice changed. */
export class SolverForm {
  #root;
  #solvers;
  #options;

  constructor(family, root, { onSubmit, onChange }) {
    this.#root = root;
    this.#solvers = family.solvers;
    const solver = part(root, 'solver');
    solver.replaceChildren(...family.solvers.map(({ name }) => new Option(name, name)));
    this.#options = new Inputs(part(root, 'options'), family.options, `${family.name}-option`);
    solver.addEventListener('change', () => this.#showSolver());
    const form = part(root, 'solve-form');
    form.addEventListener('change', onChange);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      onSubmit();
    });
    this.#showSolver();
  }

  /** The choices, in the engine's form. */
  get request() {
    const solver = part(this.#root, 'solver').value;
    const limits = LIMITS.map((key) => [key, part(this.#root, key).valueAsNumber]);
    return { solver, options: this.#options.values(solver), ...Object.fromEntries(limits) };
  }

  /** Restores choices. Ignores unknown ones. */
  set request({ solver, options, ...limits }) {
    if (this.#solvers.some(({ name }) => name === solver)) {
      part(this.#root, 'solver').value = solver;
    }
    this.#options.set(options);
    for (const key of LIMITS) {
      if (Number.isFinite(limits[key])) {
        part(this.#root, key).value = limits[key];
      }
    }
    this.#showSolver();
  }

  #showSolver() {
    const { solver } = this.request;
    say(part(this.#root, 'solver-help'), this.#solvers.find(({ name }) => name === solver)?.help ?? '');
    this.#options.showFor(solver);
  }
}
