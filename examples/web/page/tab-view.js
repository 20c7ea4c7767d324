// What a tab shows around and on its board, which follows from the state of the tab.

import { countOf } from './by-hand.js';
import { fillList, part, say } from './dom.js';
import { wordsOf } from './text-input.js';

export const MODES = ['play', 'edit', 'watch', 'fleet'];
const STATUS_WORDS = {
  invalid: 'Text has an error',
  open: 'To be solved',
  solved: 'Solved',
  unsolvable: 'Unsolvable',
  lost: 'Lost',
};

/** Shows states `{view, story, fleet, mode, history, marks, note, help, paints}`. */
export class TabView {
  #root;
  #family;
  #board;
  #playback;
  // The view, the story and the fleet that the board shows.
  #drawn = { view: null, story: null, fleet: null };

  constructor(root, family, board, playback) {
    this.#root = root;
    this.#family = family;
    this.#board = board;
    this.#playback = playback;
    say(part(root, 'formats'), family.formats);
    say(part(root, 'legend'), family.legend);
    part(root, 'mode-edit').disabled = family.tools.length === 0;
    part(root, 'mode-fleet').hidden = !family.has_fleets;
  }

  show(state) {
    const { view, mode, history } = state;
    const badge = part(this.#root, 'badge');
    badge.dataset.status = view.status;
    say(badge, STATUS_WORDS[view.status]);
    fillList(part(this.#root, 'facts'), view.facts);
    this.#showHistory(history);
    this.#showMode(mode, view);
    this.#showBoard(state);
    this.say(state.note || this.#wordsOf(state));
  }

  /** Shows a message below the board. */
  say(text) {
    say(part(this.#root, 'message'), text);
  }

  #showHistory({ moves, canUndo, canRedo }) {
    part(this.#root, 'undo').disabled = !canUndo;
    part(this.#root, 'redo').disabled = !canRedo;
    part(this.#root, 'restart').disabled = moves.length === 0;
    const last = moves.length > 0 ? `; last ${moves.at(-1).move}` : '';
    say(part(this.#root, 'move-count'), countOf(this.#family, moves) + last);
  }

  #showMode(mode, { status, error, svg }) {
    for (const other of MODES) {
      part(this.#root, `mode-${other}`).setAttribute('aria-pressed', String(other === mode));
    }
    this.#root.dataset.mode = mode;
    const isPlayed = mode === 'watch' || mode === 'fleet';
    part(this.#root, 'play-bar').hidden = isPlayed;
    part(this.#root, 'playback').hidden = !isPlayed;
    part(this.#root, 'mode-fleet').disabled = Boolean(error) || !svg;
    part(this.#root, 'tools').hidden = mode !== 'edit';
    part(this.#root, 'hint').disabled = mode !== 'play' || (status !== 'open' && status !== 'lost');
    const keys = {
      play: `${this.#family.keys} Shift with an arrow moves the cursor, Enter is a click there.`,
      edit:
        'Arrows move the cursor, Alt with an arrow to a side of a cell, Enter is a click, ' +
        '[ and ] choose the tool.',
      watch:
        'Space plays, arrows step, Home and End go to the start and the end, + and − change the speed. ' +
        'Click something that moves to see its way.',
      fleet:
        'Robots get goals at random until you leave. Click a place to close it, and again to open it. ' +
        'Click a robot and then a place to send it there. Space pauses and plays, + and − change the speed, ' +
        'arrows move the cursor, Enter is a click.',
    };
    say(part(this.#root, 'keys'), keys[mode]);
  }

  /** Draws the board again if another picture is to be seen. */
  #showBoard({ view, story, fleet, mode, marks, paints }) {
    const drawn = this.#drawn;
    if (drawn.view !== view || drawn.story !== story || drawn.fleet !== fleet) {
      this.#playback.end();
      const note = view.error ? 'No picture: the text has an error.' : 'Too large to draw.';
      this.#board.show(view.svg, view.points, note);
      if (story && this.#board.picture) {
        this.#playback.start(story, this.#board.picture);
      }
      if (fleet && this.#board.picture) {
        fleet.start(this.#board.picture, view.points);
      }
      this.#drawn = { view, story, fleet };
    }
    this.#board.pans = mode === 'watch' || mode === 'fleet';
    this.#board.paints = paints;
    this.#board.mark(marks);
  }

  #wordsOf({ view, mode, history: { moves }, help }) {
    if (view.error) {
      return wordsOf(view.error);
    }
    if (mode === 'edit' || mode === 'fleet') {
      return help;
    }
    if (view.reason) {
      return `${STATUS_WORDS[view.status]}: ${view.reason}`;
    }
    const isByHand = view.status === 'solved' && moves.length > 0;
    return isByHand ? `Solved by hand: ${countOf(this.#family, moves)}.` : '';
  }
}
