// One run of a solver, and the description of its state and its answer in words.

import { shown } from './dom.js';

// Solvers check the clock only from time to time. A solver is reported late after this delay.
const LATE_SECONDS = 5;
const CLOCK_MS = 250;

/**
 * A run. `result` is its visible state: `{state, outcome, words, facts, fraction}`, with the state
 * running, finished, cancelled or crashed. `onResult(result)` is called whenever it changes, and
 * `onSolution(solution, cost)` for every solution that is better than those before.
 */
export class Run {
  result = { state: 'running', outcome: '', words: 'Solving.', facts: [], fraction: null };
  #request;
  #cancel;
  #cancelWords = null;
  #began = performance.now();
  #best = null;
  #lowerBound = null;
  #progress = {};

  constructor(engine, family, text, request, { onResult, onSolution }) {
    this.text = text;
    this.#request = request;
    Object.assign(this, { onResult, onSolution });
    const { answer, cancel } = engine.solve(family.name, text, request, (report) => this.#onReport(report));
    this.#cancel = cancel;
    /** Resolves when the run has ended. */
    this.ended = this.#follow(answer);
  }

  get isRunning() {
    return this.result.state === 'running';
  }

  /** Ends the run at once. The best solution so far is kept. */
  cancel(words = 'Cancelled.') {
    this.#cancelWords ??= words;
    this.#cancel();
  }

  async #follow(answer) {
    const clock = setInterval(() => this.#showProgress(), CLOCK_MS);
    try {
      this.#finish(await answer);
    } catch (error) {
      this.#giveUp(error);
    } finally {
      clearInterval(clock);
    }
  }

  #onReport({ progress, improved }) {
    if (progress) {
      this.#progress = progress;
      this.#lowerBound = progress.lower_bound ?? this.#lowerBound;
    }
    if (improved && this.isRunning && !(this.#best?.cost <= improved.cost)) {
      this.#best = improved;
      this.onSolution(improved.solution, improved.cost);
    }
  }

  #set(result) {
    this.result = { outcome: '', facts: [], fraction: null, ...result };
    this.onResult(this.result);
  }

  #showProgress() {
    const seconds = (performance.now() - this.#began) / 1000;
    const { nodes, fraction, level, mebibytes } = this.#progress;
    const isLate = seconds > this.#request.seconds + LATE_SECONDS;
    this.#set({
      state: 'running',
      words: isLate ? 'The solver has not stopped at its limit of time. Cancel ends it at once.' : 'Solving.',
      fraction: Number.isFinite(fraction) ? fraction : null,
      facts: [
        ['best so far', this.#best && `${shown(this.#best.cost)}, after ${this.#best.seconds.toFixed(1)} s`],
        ['lower bound', shown(this.#lowerBound)],
        ['nodes', shown(nodes)],
        ['level', shown(level)],
        ['memory', Number.isFinite(mebibytes) ? `${shown(mebibytes)} MiB` : null],
        ['time', `${seconds.toFixed(1)} s`],
      ],
    });
  }

  #finish(answer) {
    const { outcome, quality, unit, cost, nodes, seconds, solver_mib: mebibytes, algorithm } = answer;
    const isOptimal = outcome === 'solved' && quality === 'optimal';
    const bound = isOptimal ? null : (answer.lower_bound ?? this.#lowerBound);
    const hasSolution = ['solved', 'stopped'].includes(outcome) && Boolean(answer.solution ?? this.#best);
    this.#set({
      state: 'finished',
      outcome,
      words: wordsOf(answer, hasSolution),
      facts: [
        [unit ? `at least, in ${unit}` : 'lower bound', shown(bound)],
        ['nodes', shown(nodes)],
        ['time', Number.isFinite(seconds) && `${seconds.toFixed(2)} s`],
        ['memory', Number.isFinite(mebibytes) && `${shown(mebibytes)} MiB`],
        ['solver', algorithm],
      ],
    });
    // The solution of a solved instance is empty.
    const solution = outcome === 'error' ? null : (answer.solution ?? null);
    if (solution !== null && solution !== this.#best?.solution) {
      this.onSolution(solution, cost ?? null);
    }
  }

  #giveUp(error) {
    const best = this.#best ? ' The best solution so far stays.' : '';
    if (this.#cancelWords) {
      this.#set({ state: 'cancelled', words: this.#cancelWords + best });
    } else {
      const why = `The solver crashed, perhaps because memory ran out: ${error.message}.`;
      this.#set({ state: 'crashed', words: `${why}${best} A smaller limit of memory may help.` });
    }
  }
}

/** Says in which unit a solution cannot be, or may be, better. */
const QUALITIES = {
  optimal: (unit) => `no solution has ${less(unit)}`,
  bounded: (unit) => `a solution with ${less(unit)} may exist, but not below the proved bound`,
  feasible: (unit) => `a solution with ${less(unit)} may exist`,
};
const less = (unit) =>
  ['makespan', 'sum of costs'].includes(unit) ? `a smaller ${unit}` : `fewer ${unit ?? 'moves'}`;

function wordsOf({ outcome, quality, unit, reason }, hasSolution) {
  const why = (before, text) => (text ? `${before}${text}` : '');
  switch (outcome) {
    case 'solved':
      return `Solved${why('; ', QUALITIES[quality]?.(unit))}.`;
    case 'unsolvable':
      return `No solution exists${why(': ', reason)}.`;
    case 'stopped':
      return `Stopped${why(': ', reason)}. ${hasSolution ? 'The best solution so far is shown.' : 'No solution was found, which proves nothing.'}`;
    default:
      return `The solver did not start: ${reason ?? 'no reason was given'}.`;
  }
}
