// One tab. Its state is a text, the results of that text, and the way in which it is shown;
// everything visible follows from these. Actions change the state one after another.

import { Board } from './board.js';
import { ByHand } from './by-hand.js';
import { Chooser } from './chooser.js';
import { CollectionView } from './collection.js';
import { part, say } from './dom.js';
import { Downloads } from './downloads.js';
import { Editor } from './editor.js';
import { Fleet } from './fleet.js';
import { Hints } from './hint.js';
import { History } from './history.js';
import { Playback } from './playback.js';
import { ResultView } from './result.js';
import { SolverForm } from './solver-form.js';
import { Solving } from './solving.js';
import { MODES, TabView } from './tab-view.js';
import { TextInput, wordsOf } from './text-input.js';

/**
 * `onLeave()` is called before another instance is opened, and `onChange()` when the state has
 * changed.
 */
export class Workspace {
  /** Whether it has begun to show something. */
  isOpen = false;
  #engine;
  #family;
  #root;
  #mode = 'play';
  #history = new History();
  #view = null;
  #viewed = null;
  #note = '';
  // `{text, words, arrows}`: the hint that was found last, for a text.
  #hint = null;
  #actions = Promise.resolve();
  #waiting = 0;
  #isByMouse = false;
  // The fleet that runs on the board, or null.
  #fleet = null;
  // The way of a token that a person has clicked while watching.
  #path = [];

  constructor(engine, family, root, { onLeave, onChange }) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    Object.assign(this, { onLeave, onChange });
    root.addEventListener('pointerdown', () => (this.#isByMouse = true), true);
    root.addEventListener('keydown', () => (this.#isByMouse = false), true);
    this.board = new Board(root, {
      onPick: (place, from) => this.#act(() => this.#pick(place, from)),
      onPath: (path) => this.#act(() => this.#edit(this.editor.pickAll(path))),
      onSwipe: (key, from) => this.#act(() => this.#swipe(key, from)),
      onKey: (event) => this.onKey(event),
    });
    this.text = new TextInput(root, {
      onType: (text) => this.#act(() => this.#type(text)),
      onOpen: (text) => this.open(text),
      onFinish: (text) => this.#act(() => this.#divide(text)),
    });
    this.chooser = new Chooser(engine, family, root, {
      onText: (text) => {
        this.#act(() => this.#begin(text));
        this.#focusBoard();
      },
      run: (action) => this.#act(action),
    });
    this.collection = new CollectionView(family, root, (index) => this.#act(() => this.#choose(index)));
    this.editor = new Editor(root, family.tools, () => this.#act(() => {}));
    this.hand = new ByHand(engine, family);
    this.hints = new Hints(engine, family);
    this.playback = new Playback(root, {
      onStep: () => this.onChange(),
      onSeek: (step) => this.#act(() => this.#seek(step)),
    });
    this.solving = new Solving(engine, family, {
      act: (action) => this.#act(action),
      onState: (result) => result === this.#found && this.result.showState(result),
      onFound: (result) => result === this.#found && this.#watch(),
      isWatched: (result) => result === this.#found && this.#mode === 'watch' && this.playback.isWatched,
    });
    this.view = new TabView(root, family, this.board, this.playback);
    this.result = new ResultView(root, {
      onBetter: () => this.#act(() => this.#watchBetter()),
      onOwn: (solution) => this.#act(() => this.#judge(solution)),
    });
    this.form = new SolverForm(family, root, {
      onSubmit: () => this.#act(() => this.#solve()),
      onChange: () => this.onChange(),
    });
    new Downloads(engine, family, root, () => ({ text: this.#history.text, solution: this.#found?.solution }));
    for (const mode of MODES) {
      this.#on(`mode-${mode}`, () => (mode === 'fleet' ? this.#beginFleet() : this.#setMode(mode)));
    }
    for (const name of ['undo', 'redo', 'restart']) {
      this.#on(name, () => {
        this.#forget();
        this.#history[name]();
      });
    }
    part(root, 'hint').addEventListener('click', () => this.#findHint());
    part(root, 'cancel').addEventListener('click', () => this.solving.cancel());
    part(root, 'directions').addEventListener('click', ({ target: { dataset } }) => {
      if (dataset.direction) {
        this.#act(() => this.#key(dataset.direction));
      }
    });
  }

  #on(name, action) {
    part(this.#root, name).addEventListener('click', () => this.#act(action));
  }

  /** The state that a link holds. */
  get state() {
    return { text: this.#history.text, ...this.form.request };
  }

  /** The data that the browser keeps. */
  get kept() {
    return {
      history: this.#history.kept,
      request: this.form.request,
      mode: this.#mode,
      step: this.playback.step,
      result: this.#found?.kept ?? null,
    };
  }

  /** Restores what the browser kept, or opens the first sample. */
  restore(kept) {
    this.isOpen = true;
    this.#act(async () => {
      this.#history.push(this.chooser.first, { collection: null });
      if (!kept?.history?.entries?.length) {
        return;
      }
      this.#history.kept = kept.history;
      this.form.request = kept.request;
      this.#mode = kept.mode === 'fleet' ? 'play' : kept.mode; // a fleet is not kept
      if (kept.result) {
        await this.solving.restore(this.#history.text, kept.result);
        this.playback.go(kept.step);
      }
    });
  }

  /** Shows the state of a link or of the browser's history. */
  visit(state) {
    this.#act(async () => {
      this.form.request = state;
      if (state.text === this.#history.text) {
        return;
      }
      this.#forget();
      if (!this.#history.goTo(state.text)) {
        this.#enter(...(await this.#instanceOf(state.text)));
      }
    });
  }

  /** Opens a text that was pasted or came from a file. */
  open(text) {
    return this.#act(async () => this.#begin(...(await this.#instanceOf(text))));
  }

  /** The result of the visible text, or null. */
  get #found() {
    return this.solving.find(this.#history.text);
  }

  /** Runs an action after those before it. When none waits, shows the new state, and resolves. */
  #act(action) {
    this.#waiting += 1;
    this.#root.dataset.busy = '';
    this.#actions = this.#actions.then(async () => {
      this.#note = '';
      try {
        await action();
      } catch (error) {
        this.#note = `That did not work: ${error.message}.`;
      }
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        await this.#settle().catch((error) => this.view.say(`This cannot be shown: ${error.message}.`));
      }
      if (this.#waiting === 0) {
        delete this.#root.dataset.busy;
      }
    });
    return this.#actions;
  }

  /** Makes everything visible follow from the state. */
  async #settle() {
    const { text } = this.#history;
    this.solving.leave(text);
    if (this.#viewed !== text) {
      this.hints.leave(text);
      this.#clearWords(text);
      this.text.show(text, this.#history.current.isTyped);
      try {
        this.#view = await this.#engine.request('read', this.#family.name, text);
      } catch (error) {
        this.#view = failed(error);
      }
      this.#viewed = text;
    }
    if (this.#waiting === 0) {
      this.#show();
    }
  }

  /** Clears what was said about the text before. */
  #clearWords(text) {
    this.#hint = this.#hint?.text === text ? this.#hint : null;
    say(part(this.#root, 'text-status'), '');
    say(part(this.#root, 'download-status'), '');
  }

  #show() {
    const [view, history, result] = [this.#view, this.#history, this.#found];
    const { text, current } = history;
    if (this.#mode === 'watch' && !result?.solution?.story) {
      this.#mode = 'play';
    }
    const mode = this.#mode;
    this.text.showError(view.error, text);
    this.chooser.compareWith(text);
    this.collection.show(current);
    if (view.status === 'solved' && history.moves.length > 0) {
      this.collection.mark(current);
    }
    this.result.show(result, text);
    this.playback.list(result?.solution?.steps ?? null);
    const hint = mode === 'play' && this.#hint?.text === text ? this.#hint : null;
    const marks = {
      play: { ...this.hand.marks, arrows: hint?.arrows },
      edit: { selected: this.editor.from },
      watch: { path: this.#path },
      fleet: this.#fleet?.marks,
    };
    this.view.show({
      view,
      mode,
      history,
      story: mode === 'watch' ? result.solution.story : null,
      fleet: this.#fleet,
      marks: marks[mode],
      note: this.#note || hint?.words,
      help: this.#fleet?.help ?? this.editor.help,
      paints: mode === 'edit' && this.editor.paints,
    });
    this.onChange();
  }

  /** Leaves the visible instance, and begins a game with a text that is one instance. */
  #begin(text, place) {
    this.onLeave();
    this.#enter(text, place);
  }

  #enter(text, place = { collection: null }) {
    this.#setMode('play');
    this.#history.push(text, place);
  }

  /**
   * Chooses an instance of a text that may have several. Returns the instance's own text, and its
   * place `{collection, part}`.
   */
  async #instanceOf(text) {
    const instances = await this.#engine.request('instances', this.#family.name, text);
    const collection = instances.error ? null : CollectionView.of(text, instances);
    if (!collection) {
      return [text, { collection }];
    }
    const made = await this.#member(collection, instances.chosen);
    return [made.text ?? text, { collection, part: instances.chosen }];
  }

  #member(collection, index) {
    return this.#engine.request('instance', this.#family.name, collection.source, index);
  }

  /** Shows another instance of the collection. */
  async #choose(index) {
    const { collection } = this.#history.current;
    const made = await this.#member(collection, index);
    if (made.error) {
      this.#note = `${collection.label} ${index + 1}: ${wordsOf(made.error)}`;
    } else {
      this.#begin(made.text, { collection, part: index });
      this.#focusBoard();
    }
  }

  /** Makes arrow keys moves after a choice by mouse; one by key leaves the focus where it is. */
  #focusBoard() {
    if (this.#isByMouse) {
      this.board.focus();
    }
  }

  #type(text) {
    if (text === this.#history.text) {
      return;
    }
    this.#forget();
    const how = this.#history.current?.isTyped ? 'replace' : 'push';
    this.#history[how](text, { isTyped: true, isAltered: true });
  }

  /** Makes a typed text with several instances a collection. */
  async #divide(text) {
    if (text === this.#history.text && this.#history.current.isTyped) {
      const [instance, place] = await this.#instanceOf(text);
      if (place.collection) {
        this.#begin(instance, place);
      }
    }
  }

  #forget() {
    this.hand.forget();
    this.editor.forget();
    this.playback.forget();
    this.#hint = null;
    this.#path = [];
    if (this.#fleet) {
      this.#fleet.end();
      this.#fleet = null;
      this.#mode = 'play';
    }
  }

  async #pick(place, from) {
    const { text } = this.#history;
    if (this.#mode === 'watch') {
      this.#path = this.playback.pathAt(place);
      return;
    }
    if (this.#fleet) {
      await this.#fleet.pick(from ?? place); // robots move during a drag
      return;
    }
    if (this.#mode === 'play') {
      this.#played(await this.hand.pick(text, place, from));
      return;
    }
    const action = this.editor.pick(place, from);
    if (action) {
      await this.#edit(action);
    } else {
      this.#note = 'Choose the second place.';
    }
  }

  async #edit(action) {
    const { text } = this.#history;
    const edited = await this.#engine.request('edit', this.#family.name, text, action);
    if (edited.error) {
      this.#note = edited.error.message;
    } else if (edited.text !== text) {
      this.#history.push(edited.text, { isAltered: true });
    }
  }

  async #swipe(key, from) {
    if (this.#mode === 'watch') {
      this.playback.go(this.playback.step + (key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1));
    } else if (this.#mode === 'play') {
      const token = this.board.hasTokenAt(from) ? from : null;
      this.#played(await this.hand.key(this.#history.text, key, token));
    }
  }

  async #key(key) {
    this.#played(await this.hand.key(this.#history.text, key));
  }

  #played(played) {
    if (played.error) {
      this.#note = played.error.message;
    } else if (played.text !== undefined) {
      this.#history.push(played.text, { move: { move: played.move, counts: played.counts } });
    }
  }

  /** Handles a key that no control has used; returns whether it was used. */
  onKey(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    const command = {
      Backspace: 'undo',
      z: isCommand && (event.shiftKey ? 'redo' : 'undo'),
      Z: isCommand && 'redo',
      y: isCommand && 'redo',
      '?': 'hint',
    }[event.key];
    if (command && this.#mode !== 'watch' && !this.#fleet) {
      part(this.#root, command).click();
      return true;
    }
    if (this.#mode === 'watch') {
      return this.playback.key(event);
    }
    if (event.key === 'Escape') {
      this.#act(() => (this.#fleet ? this.#fleet.unselect() : this.#forget()));
      return true;
    }
    if (this.#fleet) {
      return this.#fleet.key(event);
    }
    if (this.#mode === 'edit' && (event.key === '[' || event.key === ']')) {
      this.editor.step(event.key === '[' ? -1 : 1);
      return true;
    }
    if (this.#mode === 'play' && this.hand.wants(event)) {
      const { key } = event;
      this.#act(() => this.#key(key));
      return true;
    }
    return false;
  }

  #setMode(mode) {
    this.#forget();
    this.#mode = mode;
  }

  async #beginFleet() {
    if (this.#fleet) {
      return;
    }
    const fleet = await Fleet.begin(this.#engine, this.#family, this.#root, {
      text: this.#history.text,
      seed: this.form.request.seed,
      onEnd: (message) => this.#act(() => this.#endFleet(message)),
    });
    this.#setMode('fleet');
    this.#fleet = fleet;
    this.#focusBoard();
  }

  #endFleet(message) {
    this.#setMode('play');
    this.#note = `The fleet has ended: ${message}.`;
  }

  #solve() {
    if (this.#fleet) {
      this.#setMode('play');
    }
    this.solving.solve(this.#history.text, this.form.request);
  }

  #seek(step) {
    this.#setMode('watch');
    this.playback.go(step);
  }

  async #findHint() {
    const { text } = this.#history;
    const tell = (hint) => this.#act(() => (this.#hint = { text, arrows: [], ...hint }));
    tell({ words: 'Looking for a hint.' });
    try {
      const hint = await this.hints.find(text, this.form.request, this.#found?.solution ?? null);
      if (hint) {
        tell(hint);
      }
    } catch (error) {
      tell({ words: `No hint: ${error.message}.` });
    }
  }

  /** Shows the solution of the visible instance. */
  #watch() {
    this.#setMode('watch');
    this.collection.mark(this.#history.current);
  }

  #watchBetter() {
    this.#found?.takeBetter();
    this.#setMode('watch');
  }

  async #judge(solution) {
    const error = await this.solving.judge(this.#history.text, solution);
    this.result.showOwnError(error ? `It is not a solution: ${wordsOf(error)}` : '');
    if (!error) {
      this.#watch();
    }
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
