// The result of an instance: the state of the last run, and the best solution.

import { fillList, part, say, shown } from './dom.js';

const IDLE = { state: 'idle', outcome: '', words: '', facts: [], fraction: null };

/**
 * A result: `state`, as a run describes it, and `solution`, `{solution, cost, story, steps,
 * metrics}` or null. `better` is a solution that waits because a person watches the one before.
 */
export class Result {
  state = IDLE;
  solution = null;
  better = null;
  next = null;

  /** The data that the browser keeps, or null if there is no solution. */
  get kept() {
    const isOver = this.state.state !== 'running';
    return this.solution && isOver ? { state: this.state, solution: this.solution.solution } : null;
  }

  /** Whether the best solution so far is this one, or does not cost more. */
  isAtLeastAsGood({ solution, cost }) {
    const best = this.better ?? this.solution;
    return best !== null && (best.solution === solution || (cost !== null && best.cost !== null && best.cost <= cost));
  }

  take(solution, mustWait) {
    this.better = mustWait ? solution : null;
    this.solution = mustWait ? this.solution : solution;
  }
}

/**
 * Shows a result. `onBetter()` is called when a person wants to see the better solution, and
 * `onOwn(solution)` when a person has written one.
 */
export class ResultView {
  #root;
  #shown = null;
  #text = null;

  constructor(root, { onBetter, onOwn }) {
    this.#root = root;
    part(root, 'better-go').addEventListener('click', () => {
      this.#shown.take(this.#shown.better, false);
      onBetter();
    });
    part(root, 'own-check').addEventListener('click', () => onOwn(part(root, 'own-solution').value.trim()));
  }

  /** Shows the result of a text; null for none. */
  show(result, text) {
    if (this.#text !== text) {
      this.showOwnError('');
    }
    this.#text = text;
    this.#shown = result;
    this.showState(result);
    const solution = result?.solution ?? null;
    part(this.#root, 'solution').hidden = !solution;
    part(this.#root, 'mode-watch').disabled = !solution?.story;
    part(this.#root, 'better').hidden = !result?.better;
    say(part(this.#root, 'better-text'), `A better solution was found${costOf(result?.better)}.`);
    fillList(part(this.#root, 'metrics'), metricsOf(solution?.metrics ?? {}));
  }

  /** Shows the state of a run. */
  showState(result) {
    const { state, outcome, words, facts, fraction } = result?.state ?? IDLE;
    const line = part(this.#root, 'solve-state');
    line.dataset.state = state;
    line.dataset.outcome = outcome;
    say(line, words);
    const bar = part(this.#root, 'fraction');
    bar.hidden = fraction === null;
    bar.value = fraction ?? 0;
    fillList(part(this.#root, 'progress'), facts);
    const isRunning = state === 'running';
    // The focus would be lost when its button is disabled.
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

  showOwnError(words) {
    part(this.#root, 'own-error').hidden = words === '';
    say(part(this.#root, 'own-error'), words);
  }
}

/** Returns the names and values of metrics in words. */
export const metricsOf = (metrics) =>
  Object.entries(metrics).map(([name, value]) => [name.replaceAll('_', ' '), shown(value)]);

const costOf = (solution) => (Number.isFinite(solution?.cost) ? `: cost ${shown(solution.cost)}` : '');
