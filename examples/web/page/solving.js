// The results of the instances of one tab: runs of solvers, and a person's own solutions.

import { metricsOf, Result } from './result.js';
import { Run } from './run.js';

const MOST_RESULTS = 50;

/**
 * `act(action)` runs an action after those before it. `onState(result)` is called when a run
 * changed, and `onFound(result)` when its first solution was found. `isWatched(result)` returns
 * whether a person watches the solution, so that a better one must wait.
 */
export class Solving {
  #engine;
  #family;
  #results = new Map();
  #run = null;

  constructor(engine, family, { act, onState, onFound, isWatched }) {
    this.#engine = engine;
    this.#family = family;
    Object.assign(this, { act, onState, onFound, isWatched });
  }

  /** Returns the result of a text, or null. */
  find(text) {
    return this.#results.get(text) ?? null;
  }

  /** Ends the run at once. */
  cancel() {
    this.#run?.cancel();
  }

  /** Ends a run of another text. */
  leave(text) {
    if (this.#run && this.#run.text !== text) {
      this.#run.cancel('Ended, because another instance was chosen.');
    }
  }

  solve(text, request) {
    this.cancel();
    const result = this.#begin(text);
    const run = new Run(this.#engine, this.#family, text, request, {
      onResult: (state) => {
        result.state = state;
        this.onState(result);
        if (state.state !== 'running' && this.#run === run) {
          this.#run = null;
        }
      },
      onSolution: (solution, cost) => {
        result.next = { solution, cost };
        this.act(() => this.#takeNext(result, text));
      },
    });
    this.#run = run;
    result.state = run.result;
  }

  /** Replays a person's own solution. Returns why it is none, or null if it is one. */
  async judge(text, solution) {
    this.cancel();
    const made = await this.#replay(text, solution);
    if (isRefused(made)) {
      return made.error;
    }
    const before = this.find(text)?.solution;
    const size = ({ metrics }) => metricsOf(metrics).map((metric) => metric.join(' ')).join(', ');
    const other = before && before.solution !== solution ? ` The one before: ${size(before)}.` : '';
    const words = `Your solution is right: ${size(made)}.${other}`;
    const result = this.#begin(text);
    result.state = { state: 'finished', outcome: 'solved', words, facts: [], fraction: null };
    result.take(made, false);
    return null;
  }

  /** Restores a result that the browser kept, if its solution still is one. */
  async restore(text, { state, solution }) {
    const made = await this.#replay(text, solution);
    if (!isRefused(made)) {
      const result = this.#begin(text);
      result.state = state;
      result.take(made, false);
    }
  }

  /** Replaces the result of a text by an empty one. */
  #begin(text) {
    const result = new Result();
    this.#results.delete(text);
    this.#results.set(text, result);
    if (this.#results.size > MOST_RESULTS) {
      this.#results.delete(this.#results.keys().next().value);
    }
    return result;
  }

  /** Takes the latest solution of a run, unless it is not better than the one before. */
  async #takeNext(result, text) {
    const { next } = result;
    result.next = null;
    if (!next || result.isAtLeastAsGood(next)) {
      return;
    }
    const made = await this.#replay(text, next.solution, next.cost);
    if (isRefused(made)) {
      throw new Error(`the solution cannot be shown, ${made.error.message}`);
    }
    const isFirst = result.solution === null;
    result.take(made, this.isWatched(result));
    if (isFirst) {
      this.onFound(result);
    }
  }

  async #replay(text, solution, cost = null) {
    const made = await this.#engine.request('show', this.#family.name, text, solution);
    return { solution, cost, ...made };
  }
}

/** Whether the verifier refuses a solution, which may also be right, but too long to draw. */
const isRefused = ({ error, metrics }) => Boolean(error && !metrics);
