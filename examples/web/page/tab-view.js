// What a tab shows around and on its board, which follows from the state of the tab.

import { countOf } from './by-hand.js';
import { fillList, part, say } from './dom.js';
import { wordsOf } from './text-input.js';

export const MODES = ['play', 'edit', 'watch'];
const STATUS_WORDS = {
  invalid: 'Text has an error',
  open: 'To be solved',
  solved: 'Solved',
  unsolvable: 'Unsolvable',
  lost: 'Lost',
};

/** Shows states `{view, story, mode, history, marks, note, help, paints}`. */
export class TabView {
  #root;
  #family;
  #board;
  #playback;
  // The view and the story that the board shows.
  #drawn = { view: null, story: null };

  constructor(root, family, board, playback) {
    this.#root = root;
    this.#family = family;
    this.#board = board;
    this.#playback = playback;
    say(part(root, 'formats'), family.formats);
    say(part(root, 'legend'), family.legend);
    part(root, 'mode-edit').disabled = family.tools.length === 0;
  }

  show(state) {
    const { view, mode, history } = state;
    const badge = part(this.#root, 'badge');
    badge.dataset.status = view.status;
    say(badge, STATUS_WORDS[view.status]);
    fillList(part(this.#root, 'facts'), view.facts);
    this.#showHistory(history);
    this.#showMode(mode, view.status);
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

  #showMode(mode, status) {
    for (const other of MODES) {
      part(this.#root, `mode-${other}`).setAttribute('aria-pressed', String(other === mode));
    }
    this.#root.dataset.mode = mode;
    part(this.#root, 'play-bar').hidden = mode === 'watch';
    part(this.#root, 'playback').hidden = mode !== 'watch';
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
    };
    say(part(this.#root, 'keys'), keys[mode]);
  }

  /** Draws the board again if another picture is to be seen. */
  #showBoard({ view, story, mode, marks, paints }) {
    if (this.#drawn.view !== view || this.#drawn.story !== story) {
      this.#playback.end();
      const note = view.error ? 'No picture: the text has an error.' : 'Too large to draw.';
      this.#board.show(view.svg, view.points, note);
      if (story && this.#board.picture) {
        this.#playback.start(story, this.#board.picture);
      }
      this.#drawn = { view, story };
    }
    this.#board.pans = mode === 'watch';
    this.#board.paints = paints;
    this.#board.mark(marks);
  }

  #wordsOf({ view, mode, history: { moves }, help }) {
    if (view.error) {
      return wordsOf(view.error);
    }
    if (mode === 'edit') {
      return help;
    }
    if (view.reason) {
      return `${STATUS_WORDS[view.status]}: ${view.reason}`;
    }
    const isByHand = view.status === 'solved' && moves.length > 0;
    return isByHand ? `Solved by hand: ${countOf(this.#family, moves)}.` : '';
  }
}
