// One tab. Its state is the text of an instance; everything shown follows from it.

import { Board } from './board.js';
import { Chooser } from './chooser.js';
import { fillList, part, say } from './dom.js';
import { Downloads } from './downloads.js';
import { Editor } from './editor.js';
import { History } from './history.js';
import { Latest } from './latest.js';
import { Play, countOf } from './play.js';
import { SolutionView } from './solution-view.js';
import { SolvePanel } from './solve-panel.js';
import { TextInput, wordsOf } from './text-input.js';

// The least time for which a solution is shown during a run.
const IMPROVEMENT_PAUSE_MS = 1000;
const STATUS_WORDS = {
  invalid: 'Incomplete',
  open: 'Open',
  solved: 'Solved',
  unsolvable: 'Unsolvable',
  lost: 'Lost',
};

/** `onChange()` is called when the state that a link holds has changed. */
export class Workspace {
  #engine;
  #family;
  #root;
  #mode = 'play';
  #history = new History();
  #reading = new Latest((text) => this.#read(text));
  #found = new Latest((solution) => this.#showSolution(solution), IMPROVEMENT_PAUSE_MS);
  #actions = Promise.resolve();

  constructor(engine, family, root, onChange) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    this.onChange = onChange;
    say(part(root, 'formats'), family.formats);
    this.board = new Board(root, {
      onPick: (place, from) => this.#enqueue(() => this.#pick(place, from)),
      onKey: (event) => this.#onKey(event),
    });
    this.text = new TextInput(root, (text, isTyped) => this.#write(text, isTyped));
    this.chooser = new Chooser(engine, family, root, (text) => this.open(text));
    this.editor = new Editor(root, family.tools, () => this.#showTool());
    this.play = new Play(engine, family);
    this.solution = new SolutionView(root, { onStale: (text) => this.open(text) });
    this.solver = new SolvePanel(engine, family, root, {
      onStart: () => this.#history.text,
      onSolution: (text, solution, words, isLast) => this.#found.push({ text, solution, words }, isLast),
      onChange: () => this.onChange(),
    });
    new Downloads(engine, family, root, () => ({ text: this.#history.text, solution: this.solution.current }));
    part(root, 'mode-edit').disabled = family.tools.length === 0;
    for (const mode of ['play', 'edit', 'watch']) {
      part(root, `mode-${mode}`).addEventListener('click', () => this.#setMode(mode));
    }
    const travel = (name, action) => part(root, name).addEventListener('click', () => this.#travel(action));
    travel('undo', () => this.#history.undo());
    travel('redo', () => this.#history.redo());
    travel('restart', () => this.#history.restart());
    part(root, 'hint').addEventListener('click', () => this.#hint());
    this.#setMode('play');
  }

  /** The state that a link holds. */
  get state() {
    return { text: this.#history.text, ...this.solver.request };
  }

  get isOpen() {
    return this.#history.text !== '';
  }

  /** Opens the instance of a link, or else the first sample. */
  restore(state) {
    if (state) {
      this.solver.request = state;
    }
    this.open(state?.text ?? this.chooser.first);
  }

  /** Opens the text of an instance. */
  open(text) {
    if (this.#mode === 'watch') {
      this.#setMode('play');
    }
    this.#change(text);
  }

  /** Sets a new text. Without a move, a game begins with it. */
  #change(text, move = null) {
    this.#history.push(text, move);
    this.text.show(text);
    this.#refresh();
  }

  #write(text, isTyped) {
    if (isTyped) {
      this.#history.replace(text);
      this.#refresh();
    } else {
      this.open(text);
    }
  }

  #travel(action) {
    this.#enqueue(async () => {
      action();
      this.play.selected = null;
      this.editor.forget();
      this.text.show(this.#history.text);
      this.#refresh();
    });
  }

  /** Updates everything after a change of the text. */
  #refresh() {
    this.#root.dataset.busy = '';
    this.play.cancelHint();
    this.onChange();
    this.#reading.push(this.#history.text);
  }

  /** Reads a text and shows it, unless another text has replaced it in the meantime. */
  async #read(text) {
    let view;
    try {
      view = await this.#engine.request('read', this.#family.name, text);
    } catch (error) {
      view = failed(error);
    }
    if (!this.#reading.hasNext) {
      this.#show(view, text);
      delete this.#root.dataset.busy;
    }
  }

  #show(view, text) {
    this.text.showError(view.error, text);
    this.board.show(
      view.svg,
      view.points,
      view.error ? 'No picture: the text has an error.' : 'Too large to draw.',
    );
    this.board.mark(this.#mode === 'edit' ? this.editor.from : this.play.selected);
    const badge = part(this.#root, 'badge');
    badge.dataset.status = view.status;
    say(badge, STATUS_WORDS[view.status] ?? view.status);
    fillList(part(this.#root, 'facts'), view.facts);
    this.chooser.compareWith(text);
    this.solution.compareWith(text);
    this.#showHistory();
    part(this.#root, 'hint').disabled = view.status !== 'open' && view.status !== 'lost';
    this.#say(view.reason ? `${STATUS_WORDS[view.status] ?? ''}: ${view.reason}` : this.#statusWords(view));
  }

  #statusWords(view) {
    if (view.status === 'solved' && this.#history.moves.length > 0) {
      return `Solved by hand: ${countOf(this.#family, this.#history.moves)}.`;
    }
    return view.error ? wordsOf(view.error) : '';
  }

  #showHistory() {
    const { moves, canUndo, canRedo } = this.#history;
    part(this.#root, 'undo').disabled = !canUndo;
    part(this.#root, 'redo').disabled = !canRedo;
    part(this.#root, 'restart').disabled = moves.length === 0;
    const last = moves.length > 0 ? `; last ${moves.at(-1).move}` : '';
    say(part(this.#root, 'move-count'), countOf(this.#family, moves) + last);
  }

  /** Runs actions one after another, so that each begins with the text that the last one left. */
  #enqueue(action) {
    this.#actions = this.#actions
      .then(action)
      .catch((error) => this.#say(`That did not work: ${error.message}.`));
  }

  async #pick(place, from) {
    const text = this.#history.text;
    if (this.#mode === 'play') {
      this.#played(await this.play.pick(text, place, from));
      return;
    }
    const action = this.editor.pick(place, from);
    this.board.mark(this.editor.from);
    if (!action) {
      this.#say('Choose the second place.');
      return;
    }
    const edited = await this.#engine.request('edit', this.#family.name, text, action);
    if (edited.error) {
      this.#say(edited.error.message);
    } else if (edited.text !== text) {
      this.#change(edited.text);
    }
  }

  #played(played) {
    if (played.error) {
      this.#say(played.error.message);
    } else if (played.text !== undefined) {
      this.#change(played.text, played);
    }
    this.board.mark(this.play.selected);
  }

  #onKey(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    const command = {
      Backspace: 'undo',
      z: isCommand && (event.shiftKey ? 'redo' : 'undo'),
      Z: isCommand && 'redo',
      y: isCommand && 'redo',
      '?': this.#mode === 'play' && 'hint',
    }[event.key];
    if (command) {
      part(this.#root, command).click();
      return true;
    }
    if (event.key === 'Escape') {
      this.play.selected = null;
      this.editor.forget();
      this.board.mark(null);
      return true;
    }
    if (this.#mode === 'edit' && (event.key === '[' || event.key === ']')) {
      this.editor.step(event.key === '[' ? -1 : 1);
      return true;
    }
    if (this.#mode === 'play' && this.play.wants(event)) {
      const { key } = event;
      this.#enqueue(async () => this.#played(await this.play.key(this.#history.text, key)));
      return key.startsWith('Arrow') || key.length === 1;
    }
    return false;
  }

  #setMode(mode) {
    this.#mode = mode;
    for (const other of ['play', 'edit', 'watch']) {
      part(this.#root, `mode-${other}`).setAttribute('aria-pressed', String(other === mode));
    }
    part(this.#root, 'board-view').hidden = mode === 'watch';
    part(this.#root, 'watch-view').hidden = mode !== 'watch';
    part(this.#root, 'tools').hidden = mode !== 'edit';
    part(this.#root, 'hint').hidden = mode !== 'play';
    this.play.selected = null;
    this.editor.forget();
    this.board.mark(null);
    say(
      part(this.#root, 'keys'),
      mode === 'edit'
        ? 'Keys: arrows move the cursor, Alt with an arrow to a side of a cell, Enter is a click, [ and ] choose the tool.'
        : `${this.#family.keys} Shift with an arrow moves the cursor, Enter is a click there.`,
    );
    this.#showTool();
  }

  #showTool() {
    this.board.mark(null);
    this.#say(this.#mode === 'edit' ? this.editor.help : '');
  }

  async #hint() {
    const text = this.#history.text;
    this.#say('Looking for a hint.');
    try {
      const hint = await this.play.hint(text, this.solver.request);
      if (text === this.#history.text) {
        this.board.point(hint.arrows ?? []);
        this.#say(hint.message ?? `Hint: ${hint.move}`);
      }
    } catch (error) {
      if (error.kind !== 'ended') {
        this.#say(`No hint: ${error.message}.`);
      }
    }
  }

  async #showSolution({ text, solution, words }) {
    const current = this.solution.current;
    if (current?.solution === solution && current.text === text) {
      return;
    }
    try {
      const made = await this.#engine.request('show', this.#family.name, text, solution);
      if (made.error) {
        this.#say(`The solution cannot be shown: ${made.error.message}.`);
        return;
      }
      const found = { text, solution, ...made };
      this.play.learn(found);
      if (current?.text === text) {
        this.solution.improve(found, words);
      } else {
        this.solution.show(found);
        if (text === this.#history.text) {
          this.#setMode('watch');
          // In one column, the player is far from the button that started the run.
          part(this.#root, 'watch-view').closest('.stage').scrollIntoView({ block: 'nearest' });
        }
      }
      this.solution.compareWith(this.#history.text);
    } catch (error) {
      this.#say(`The solution cannot be shown: ${error.message}.`);
    }
  }

  #say(text) {
    say(part(this.#root, 'message'), text);
  }
}

const failed = (error) => ({
  error: {
    message:
      error.kind === 'ended'
        ? 'reading was given up'
        : `the engine crashed (${error.message}); it has been started again`,
    line: null,
    column: null,
  },
  svg: null,
  points: [],
  status: 'invalid',
  reason: null,
  facts: [],
});
