// Playing by hand: clicks and keys become moves; hints.

import { directionOf } from './cursor.js';
import { shown } from './dom.js';

const HINT_SECONDS = 4;
// After this, the best solution so far is good enough for a hint.
const HINT_PATIENCE_MS = 700;
const HINT_MEBIBYTES = 512;
const MOST_ARROWS = 12;

/** Describes the size of `moves`, which have `counts` in the units of a family. */
export function countOf({ units }, moves) {
  const words = units.map(([one, several], unit) => {
    const count = moves.reduce((sum, { counts }) => sum + counts[unit], 0);
    return `${shown(count)} ${count === 1 ? one : several}`;
  });
  return words.join(', ');
}

/** Plays one family. `selected` is the place of the selected token, or null. */
export class Play {
  #engine;
  #family;
  #solution = null;
  #hint = null;
  selected = null;

  constructor(engine, family) {
    this.#engine = engine;
    this.#family = family;
  }

  /** Returns whether the puzzle may use a key. */
  wants(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return false;
    }
    // Arrows that move nothing move the cursor.
    const needsToken = this.#family.selects_first && !this.selected;
    return directionOf(event.key)
      ? !needsToken
      : event.key.length === 1 && event.key !== ' ' && event.key !== '?';
  }

  /** Handles a click, or a drag from another place. Returns the engine's answer. */
  async pick(text, [x, y], dragFrom) {
    if (dragFrom) {
      const begun = await this.#ask(text, { x: dragFrom[0], y: dragFrom[1], from: null });
      if (!begun.selected) {
        return begun;
      }
      this.selected = begun.selected;
    }
    return this.#ask(text, { x, y, from: this.selected });
  }

  async key(text, key) {
    const { selected } = this;
    const played = await this.#ask(text, { key, from: selected });
    if (played.text === undefined && !played.selected) {
      this.selected = selected; // nothing moved
    }
    return played;
  }

  async #ask(text, action) {
    const played = await this.#engine.request('play', this.#family.name, text, action);
    this.selected = played.selected ?? null;
    return played;
  }

  /** Remembers a solution, whose first move is a hint at its start. */
  learn(solution) {
    this.#solution = solution;
  }

  /**
   * Returns the next move of a solution from here: `{move, arrows}`; `{message}` if none is found.
   */
  async hint(text, request) {
    this.cancelHint();
    const found = this.#solution?.text === text ? this.#solution : await this.#solve(text, request);
    if (found.message) {
      return found;
    }
    if (found.error) {
      return { message: found.error.message };
    }
    return found.steps.length > 0
      ? { move: found.steps[0], arrows: firstMoves(found.html) }
      : { message: 'There is nothing left to move.' };
  }

  cancelHint() {
    this.#hint?.cancel();
    this.#hint = null;
  }

  async #solve(text, request) {
    const began = performance.now();
    let best = null;
    const limits = { seconds: HINT_SECONDS, mebibytes: Math.min(request.mebibytes, HINT_MEBIBYTES) };
    const run = this.#engine.solve(this.#family.name, text, { ...request, ...limits }, ({ improved }) => {
      best = improved?.solution ?? best;
      if (best !== null && performance.now() - began > HINT_PATIENCE_MS) {
        run.cancel();
      }
    });
    this.#hint = run;
    const answer = await run.answer.catch((error) => {
      if (best === null || this.#hint !== run) {
        throw error;
      }
      return {};
    });
    const solution = answer.solution ?? best;
    if (solution === null || solution === undefined) {
      return { message: answer.outcome === 'unsolvable' ? 'No solution exists from here.' : noHint(answer) };
    }
    return this.#engine.request('show', this.#family.name, text, solution);
  }
}

const noHint = ({ outcome, reason }) =>
  outcome === 'error'
    ? reason
    : `The chosen solver found no solution in ${HINT_SECONDS} seconds${reason ? ` (${reason})` : ''}. Another solver may.`;

/** Returns the moves of the first step of a player's page, in units of its picture. */
function firstMoves(html) {
  const story = new DOMParser().parseFromString(html, 'text/html').getElementById('story');
  const { x, y, at, moves, steps } = JSON.parse(story.textContent);
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
