// The choice of a solver, its options and limits; its run, with progress and a cancel button.

import { fillList, part, say, shown } from './dom.js';
import { Inputs } from './inputs.js';

// Solvers check the clock only from time to time. A solver is reported late after this delay.
const LATE_SECONDS = 5;

/**
 * `onStart()` returns the text to be solved. `onSolution(text, solution, words, isLast)` receives
 * every solution that was found. `onChange()` is called when a choice changed.
 */
export class SolvePanel {
  #engine;
  #family;
  #root;
  #options;
  #run = null;

  constructor(engine, family, root, { onStart, onSolution, onChange }) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    this.onStart = onStart;
    this.onSolution = onSolution;
    const solver = part(root, 'solver');
    solver.replaceChildren(...family.solvers.map(({ name }) => new Option(name, name)));
    this.#options = new Inputs(part(root, 'options'), family.options, `${family.name}-option`);
    solver.addEventListener('change', () => this.#showSolver());
    part(root, 'solve-form').addEventListener('change', onChange);
    part(root, 'solve-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#start();
    });
    part(root, 'cancel').addEventListener('click', () => this.cancel());
    this.#showSolver();
  }

  /** The choices, in the engine's form. */
  get request() {
    const solver = part(this.#root, 'solver').value;
    return {
      solver,
      options: this.#options.values(solver),
      seconds: part(this.#root, 'seconds').valueAsNumber,
      mebibytes: part(this.#root, 'mebibytes').valueAsNumber,
      seed: part(this.#root, 'seed').valueAsNumber,
    };
  }

  /** Restores the choices of a link. Ignores unknown ones. */
  set request({ solver, options, ...limits }) {
    if (this.#family.solvers.some(({ name }) => name === solver)) {
      part(this.#root, 'solver').value = solver;
    }
    this.#options.set(options);
    for (const key of ['seconds', 'mebibytes', 'seed']) {
      if (Number.isFinite(limits[key])) {
        part(this.#root, key).value = limits[key];
      }
    }
    this.#showSolver();
  }

  /** Ends the run at once. The best solution so far is kept. */
  cancel() {
    this.#run?.cancel();
  }

  #showSolver() {
    const { solver } = this.request;
    say(part(this.#root, 'solver-help'), this.#family.solvers.find(({ name }) => name === solver)?.help ?? '');
    this.#options.showFor(solver);
  }

  async #start() {
    const request = this.request;
    const text = this.onStart();
    const run = {
      text,
      best: null,
      lowerBound: null,
      began: performance.now(),
      isCancelled: false,
      last: {},
    };
    this.#run = run;
    this.#show('running', 'Solving.');
    fillList(part(this.#root, 'progress'), []);
    const { answer, cancel } = this.#engine.solve(this.#family.name, text, request, (report) => {
      if (this.#run === run) {
        this.#onReport(run, report);
      }
    });
    run.cancel = () => {
      run.isCancelled = true;
      cancel();
    };
    const clock = setInterval(() => this.#showProgress(run, request), 250);
    try {
      this.#finish(run, await answer);
    } catch (error) {
      this.#giveUp(run, error);
    } finally {
      clearInterval(clock);
    }
  }

  #onReport(run, { progress, improved }) {
    if (progress) {
      run.last = progress;
      run.lowerBound = progress.lower_bound ?? run.lowerBound;
    }
    if (improved) {
      run.best = improved;
      this.onSolution(run.text, improved.solution, `cost ${shown(improved.cost)}`, false);
    }
  }

  #showProgress(run, request) {
    const seconds = (performance.now() - run.began) / 1000;
    const { nodes, fraction, level, mebibytes } = run.last;
    const bar = part(this.#root, 'fraction');
    bar.hidden = !Number.isFinite(fraction);
    bar.value = fraction ?? 0;
    fillList(part(this.#root, 'progress'), [
      ['best so far', run.best && `${shown(run.best.cost)}, after ${run.best.seconds.toFixed(1)} s`],
      ['lower bound', shown(run.lowerBound)],
      ['nodes', shown(nodes)],
      ['level', shown(level)],
      ['memory', Number.isFinite(mebibytes) ? `${shown(mebibytes)} MiB` : null],
      ['time', `${seconds.toFixed(1)} s`],
    ]);
    if (seconds > request.seconds + LATE_SECONDS) {
      this.#show('running', 'The solver has not stopped at its limit of time. Cancel ends it at once.');
    }
  }

  #finish(run, answer) {
    fillList(part(this.#root, 'progress'), [
      ['moves', shown(answer.moves)],
      ['pushes', shown(answer.pushes)],
      ['steps', shown(answer.player_moves)],
      ['makespan', shown(answer.makespan)],
      ['sum of costs', shown(answer.sum_of_costs)],
      ['lower bound', shown(answer.lower_bound ?? run.lowerBound)],
      ['nodes', shown(answer.nodes)],
      ['time', Number.isFinite(answer.seconds) && `${answer.seconds.toFixed(2)} s`],
      ['memory', Number.isFinite(answer.solver_mib) && `${shown(answer.solver_mib)} MiB`],
      ['solver', answer.algorithm],
    ]);
    const solution = answer.solution ?? run.best?.solution;
    const hasSolution = solution !== undefined;
    this.#end('finished', wordsOf(answer, hasSolution), answer.outcome);
    if (hasSolution && (answer.outcome === 'solved' || answer.outcome === 'stopped')) {
      this.onSolution(run.text, solution, 'the last one', true);
    }
  }

  #giveUp(run, error) {
    if (run.isCancelled) {
      this.#end(
        'cancelled',
        run.best ? `Cancelled. The best solution so far stays: cost ${shown(run.best.cost)}.` : 'Cancelled.',
      );
    } else {
      const best = run.best ? ' The best solution so far stays.' : '';
      this.#end(
        'crashed',
        `The solver crashed, perhaps because memory ran out: ${error.message}.${best} A smaller limit of memory may help.`,
      );
    }
    if (run.best) {
      this.onSolution(run.text, run.best.solution, 'the best so far', true);
    }
  }

  #end(state, words, outcome = '') {
    this.#run = null;
    part(this.#root, 'fraction').hidden = true;
    this.#show(state, words, outcome);
  }

  #show(state, words, outcome = '') {
    const line = part(this.#root, 'solve-state');
    line.dataset.state = state;
    line.dataset.outcome = outcome;
    say(line, words);
    const isRunning = state === 'running';
    // The focus would be lost when its button disappears.
    const hadFocus = document.activeElement;
    const [solve, cancel] = [part(this.#root, 'solve'), part(this.#root, 'cancel')];
    solve.disabled = isRunning;
    cancel.disabled = !isRunning;
    if (hadFocus === solve && isRunning) {
      cancel.focus();
    } else if (hadFocus === cancel && !isRunning) {
      solve.focus();
    }
  }
}

const QUALITIES = {
  optimal: 'no solution is better',
  bounded: 'within a proved bound',
  feasible: 'shorter solutions may exist',
};

function wordsOf({ outcome, quality, reason }, hasSolution) {
  const why = (before, text) => (text ? `${before}${text}` : '');
  switch (outcome) {
    case 'solved':
      return `Solved${why('; ', QUALITIES[quality] ?? quality)}.`;
    case 'unsolvable':
      return `No solution exists${why(': ', reason)}.`;
    case 'stopped':
      return `Stopped${why(': ', reason)}. ${hasSolution ? 'The best solution so far is shown.' : 'No solution was found, which proves nothing.'}`;
    default:
      return `The solver did not start: ${reason ?? 'no reason was given'}.`;
  }
}
