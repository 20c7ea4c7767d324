// Hints: the first move of a solution from the visible position.

import { Run } from './run.js';

const SECONDS = 4;
// After this, the best solution so far is good enough.
const PATIENCE_MS = 700;
const MEBIBYTES = 512;
const MOST_ARROWS = 12;

/** Looks for hints, one at a time. */
export class Hints {
  #engine;
  #family;
  #run = null;

  constructor(engine, family) {
    this.#engine = engine;
    this.#family = family;
  }

  cancel() {
    this.#run?.cancel();
    this.#run = null;
  }

  /** Ends the search for a hint for another text. */
  leave(text) {
    if (this.#run?.text !== text) {
      this.cancel();
    }
  }

  /**
   * Returns the next move, `{words, arrows}`, of a known solution, or else of one that the chosen
   * solver finds; null if it was cancelled.
   */
  async find(text, request, known) {
    this.cancel();
    const found = known ?? (await this.#solve(text, request));
    if (!found || found.words) {
      return found;
    }
    return found.steps.length > 0
      ? { words: `Hint: ${found.steps[0]}`, arrows: firstMoves(found.story) }
      : { words: 'There is nothing left to move.', arrows: [] };
  }

  async #solve(text, request) {
    let best = null;
    const began = performance.now();
    const limits = { seconds: SECONDS, mebibytes: Math.min(request.mebibytes, MEBIBYTES) };
    const run = new Run(this.#engine, this.#family, text, { ...request, ...limits }, {
      onResult: () => {
        if (run.isRunning && best !== null && performance.now() - began > PATIENCE_MS) {
          run.cancel();
        }
      },
      onSolution: (solution) => {
        best = solution;
      },
    });
    this.#run = run;
    await run.ended;
    if (this.#run !== run) {
      return null;
    }
    this.#run = null;
    if (best === null) {
      const hasNone = run.result.outcome === 'unsolvable';
      const words = hasNone ? 'No solution exists from here.' : `No hint. ${run.result.words} Another solver may find one.`;
      return { words, arrows: [] };
    }
    const made = await this.#engine.request('show', this.#family.name, text, best);
    return made.error ? { words: made.error.message, arrows: [] } : made;
  }
}

/** Returns the moves of the first step of a story, in units of the picture. */
function firstMoves(story) {
  if (!story) {
    return [];
  }
  const { x, y, at, moves, steps } = story;
  const count = Math.min(steps ? steps[0] : 1, MOST_ARROWS);
  const places = Array.from(at);
  const arrows = [];
  for (let move = 0; move < count; move++) {
    const [token, to] = [moves[2 * move], moves[2 * move + 1]];
    arrows.push({ from: [x[places[token]], y[places[token]]], to: [x[to], y[to]] });
    places[token] = to;
  }
  return arrows;
}
