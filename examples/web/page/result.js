// The result of an instance: the state of the last run, and the best solution.

import { fillList, part, say, shown } from './dom.js';

// The browser's storage has no room for a longer solution beside the texts.
const MOST_KEPT_CHARACTERS = 600_000;

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

  /** The data that the browser keeps, or null if there is no solution or it is too long. */
  get kept() {
    const isOver = this.state.state !== 'running';
    const solution = this.solution?.solution;
    const isKept = isOver && solution?.length <= MOST_KEPT_CHARACTERS;
    return isKept ? { state: this.state, solution } : null;
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

  /** Takes the better solution that waits, if there is one. */
  takeBetter() {
    this.take(this.better ?? this.solution, false);
  }
}

/**
 * Shows a result. `onBetter()` is called when a person wants to see the better solution, and
 * `onOwn(solution)` when a person has written one.
 */
export class ResultView {
  #root;
  #text = null;

  constructor(root, { onBetter, onOwn }) {
    this.#root = root;
    part(root, 'better-go').addEventListener('click', () => onBetter());
    part(root, 'own-check').addEventListener('click', () => onOwn(part(root, 'own-solution').value.trim()));
  }

  /** Shows the result of a text; null for none. */
  show(result, text) {
    if (this.#text !== text) {
      this.showOwnError('');
    }
    this.#text = text;
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
    const focused = document.activeElement;
    const [solve, cancel] = [part(this.#root, 'solve'), part(this.#root, 'cancel')];
    solve.disabled = isRunning;
    cancel.disabled = !isRunning;
    if (focused === solve && isRunning) {
      cancel.focus();
    } else if (focused === cancel && !isRunning) {
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
