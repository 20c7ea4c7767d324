// Playing by hand: clicks and keys become moves; hints.

import { directionOf } from './cursor.js';

// In these fields a token is selected first. Without one, arrow keys move the cursor.
const SELECTS_FIRST = new Set(['robots', 'ricochet']);
const HINT_SECONDS = 4;
const HINT_MEBIBYTES = 512;
const MOST_ARROWS = 12;

/** Plays one field. `selected` is the place of the selected token, or null. */
export class Play {
  #engine;
  #field;
  #solution = null;
  #hint = null;
  selected = null;

  constructor(engine, field) {
    this.#engine = engine;
    this.#field = field;
  }

  /** Returns whether a key is one that the puzzle may use. */
  wants(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return false;
    }
    const needsToken = SELECTS_FIRST.has(this.#field.field) && !this.selected;
    return directionOf(event.key) ? !needsToken : event.key.length === 1 && event.key !== ' ' && event.key !== '?';
  }

  /** A click, or a drag from another place: what the engine makes of it. */
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

  key(text, key) {
    return this.#ask(text, { key, from: this.selected });
  }

  async #ask(text, action) {
    const played = await this.#engine.request('play', this.#field.field, text, action);
    this.selected = played.selected ?? null;
    return played;
  }

  /** Remembers a solution, whose next move is a hint at its beginning. */
  learn(solution) {
    this.#solution = solution;
  }

  /**
   * The next move of a solution from here: `{move, arrows}`, or `{message}` where none is found.
   */
  async hint(text, request) {
    this.cancelHint();
    const shown = this.#solution?.text === text ? this.#solution : await this.#solve(text, request);
    if (shown.message) {
      return shown;
    }
    if (shown.error) {
      return { message: shown.error.message };
    }
    return shown.steps.length > 0
      ? { move: shown.steps[0], arrows: firstMoves(shown.html) }
      : { message: 'There is nothing left to move.' };
  }

  cancelHint() {
    this.#hint?.cancel();
    this.#hint = null;
  }

  async #solve(text, request) {
    let best = null;
    const limits = { seconds: HINT_SECONDS, mebibytes: Math.min(request.mebibytes, HINT_MEBIBYTES) };
    const run = this.#engine.solve(this.#field.field, text, { ...request, ...limits }, ({ improved }) => {
      best = improved?.solution ?? best;
    });
    this.#hint = run;
    const answer = await run.answer;
    const solution = answer.solution ?? best;
    if (solution === null || solution === undefined) {
      return { message: answer.outcome === 'unsolvable' ? 'No solution exists from here.' : noHint(answer) };
    }
    return this.#engine.request('show', this.#field.field, text, solution);
  }
}

const noHint = ({ outcome, reason, message }) =>
  outcome === 'error'
    ? message
    : `The chosen solver found no solution in ${HINT_SECONDS} seconds${reason ? ` (${reason})` : ''}. Another solver may.`;

/** The moves of the first step of a player's page, in units of its picture. */
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
