// One tab. Its state is a text, the results of that text, and the way in which it is shown;
// everything visible follows from these. Actions change the state one after another.

import { Board } from './board.js';
import { ByHand, countOf } from './by-hand.js';
import { Chooser } from './chooser.js';
import { CollectionView } from './collection.js';
import { fillList, part, say } from './dom.js';
import { Downloads } from './downloads.js';
import { Editor } from './editor.js';
import { Hints } from './hint.js';
import { History } from './history.js';
import { Playback } from './playback.js';
import { metricsOf, Result, ResultView } from './result.js';
import { Run } from './run.js';
import { SolverForm } from './solver-form.js';
import { TextInput, wordsOf } from './text-input.js';

const MODES = ['play', 'edit', 'watch'];
const MOST_RESULTS = 50;
const STATUS_WORDS = {
  invalid: 'Text has an error',
  open: 'To be solved',
  solved: 'Solved',
  unsolvable: 'Unsolvable',
  lost: 'Lost',
};

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
  #results = new Map();
  #run = null;
  #note = '';
  #actions = Promise.resolve();
  #waiting = 0;
  // The view and the story that the board shows.
  #drawn = null;
  #listed = null;
  // The way of a token that a person has clicked while watching.
  #path = [];

  constructor(engine, family, root, { onLeave, onChange }) {
    this.#engine = engine;
    this.#family = family;
    this.#root = root;
    Object.assign(this, { onLeave, onChange });
    say(part(root, 'formats'), family.formats);
    say(part(root, 'legend'), family.legend ?? '');
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
      onText: (text, isByMouse) => {
        this.#act(() => this.#begin(text));
        if (isByMouse) {
          this.board.focus();
        }
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
    this.result = new ResultView(root, {
      onBetter: () => this.#act(() => this.#setMode('watch')),
      onOwn: (solution) => this.#act(() => this.#judge(solution)),
    });
    this.form = new SolverForm(family, root, {
      onSubmit: () => this.#act(() => this.#solve()),
      onChange: () => this.onChange(),
    });
    new Downloads(engine, family, root, () => ({ text: this.#history.text, solution: this.#found?.solution }));
    part(root, 'mode-edit').disabled = family.tools.length === 0;
    for (const mode of MODES) {
      this.#on(`mode-${mode}`, () => this.#setMode(mode));
    }
    for (const name of ['undo', 'redo', 'restart']) {
      this.#on(name, () => {
        this.#forget();
        this.#history[name]();
      });
    }
    part(root, 'hint').addEventListener('click', () => this.#hint());
    part(root, 'cancel').addEventListener('click', () => this.#run?.cancel());
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
      if (!kept?.history?.entries?.length) {
        this.#history.push(this.chooser.first, { collection: null });
        return;
      }
      this.#history.kept = kept.history;
      this.form.request = kept.request;
      this.#mode = kept.mode;
      if (kept.result) {
        const result = Result.of(kept.result);
        this.#results.set(this.#history.text, result);
        await this.#showIn(result, this.#history.text, kept.result.solution);
        this.playback.go(kept.step);
      }
    });
  }

  /** Shows the state of a link or of the browser's history. */
  visit(state) {
    this.#act(async () => {
      this.form.request = state;
      if (state.text !== this.#history.text && !this.#history.goTo(state.text)) {
        await this.#open(state.text);
      }
    });
  }

  /** Opens a text that was pasted or came from a file. */
  open(text) {
    this.#act(() => this.#open(text));
  }

  /** The result of the visible text, or null. */
  get #found() {
    return this.#results.get(this.#history.text) ?? null;
  }

  /** Runs an action after those before it. When none waits, shows the new state. */
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
        await this.#settle();
      }
      if (this.#waiting === 0) {
        delete this.#root.dataset.busy;
      }
    });
  }

  /** Makes everything visible follow from the state. */
  async #settle() {
    const { text } = this.#history;
    if (this.#run && this.#run.text !== text) {
      this.#run.cancel('Ended, because another instance was chosen.');
    }
    if (this.#viewed !== text) {
      this.hints.cancel();
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

  #show() {
    const [view, text, result] = [this.#view, this.#history.text, this.#found];
    if (this.#mode === 'watch' && !result?.solution?.story) {
      this.#mode = 'play';
    }
    this.text.showError(view.error, text);
    const badge = part(this.#root, 'badge');
    badge.dataset.status = view.status;
    say(badge, STATUS_WORDS[view.status] ?? view.status);
    fillList(part(this.#root, 'facts'), view.facts);
    this.chooser.compareWith(text);
    this.#showHistory();
    this.#showMode();
    this.result.show(result);
    if (this.#listed !== result?.solution) {
      this.#listed = result?.solution;
      this.playback.list(this.#listed?.steps ?? []);
    }
    this.#showBoard(result);
    this.#say(this.#note || this.#statusWords(view));
    this.onChange();
  }

  #showHistory() {
    const { current, moves, canUndo, canRedo } = this.#history;
    part(this.#root, 'undo').disabled = !canUndo;
    part(this.#root, 'redo').disabled = !canRedo;
    part(this.#root, 'restart').disabled = moves.length === 0;
    const last = moves.length > 0 ? `; last ${moves.at(-1).move}` : '';
    say(part(this.#root, 'move-count'), countOf(this.#family, moves) + last);
    this.collection.show(current);
    if (this.#view.status === 'solved' && moves.length > 0) {
      this.collection.mark(current);
    }
  }

  #showMode() {
    const mode = this.#mode;
    for (const other of MODES) {
      part(this.#root, `mode-${other}`).setAttribute('aria-pressed', String(other === mode));
    }
    this.#root.dataset.mode = mode;
    part(this.#root, 'play-bar').hidden = mode === 'watch';
    part(this.#root, 'playback').hidden = mode !== 'watch';
    part(this.#root, 'tools').hidden = mode !== 'edit';
    const { status } = this.#view;
    part(this.#root, 'hint').disabled = mode !== 'play' || (status !== 'open' && status !== 'lost');
    say(
      part(this.#root, 'keys'),
      {
        play: `${this.#family.keys} Shift with an arrow moves the cursor, Enter is a click there.`,
        edit: 'Arrows move the cursor, Alt with an arrow to a side of a cell, Enter is a click, [ and ] choose the tool.',
        watch:
          'Space plays, arrows step, Home and End go to the start and the end, + and − change the speed. Click something that moves to see its way.',
      }[mode],
    );
  }

  /** Draws the board again if another picture is to be seen. */
  #showBoard(result) {
    const story = this.#mode === 'watch' ? result.solution.story : null;
    if (this.#drawn?.view !== this.#view || this.#drawn.story !== story) {
      const { svg, points, error } = this.#view;
      this.#path = [];
      this.playback.end();
      this.board.show(svg, points, error ? 'No picture: the text has an error.' : 'Too large to draw.');
      if (story && this.board.picture) {
        this.playback.start(story, this.board.picture);
      }
      this.#drawn = { view: this.#view, story };
    }
    this.board.pans = this.#mode === 'watch';
    this.board.paints = this.#mode === 'edit' && this.editor.paints;
    const marks = {
      play: () => this.hand.marks,
      edit: () => ({ selected: this.editor.from }),
      watch: () => ({ path: this.#path }),
    };
    this.board.mark(marks[this.#mode]());
  }

  #statusWords(view) {
    if (view.error) {
      return wordsOf(view.error);
    }
    if (this.#mode === 'edit') {
      return this.editor.help;
    }
    if (view.reason) {
      return `${STATUS_WORDS[view.status]}: ${view.reason}`;
    }
    const { moves } = this.#history;
    const isByHand = view.status === 'solved' && moves.length > 0;
    return isByHand ? `Solved by hand: ${countOf(this.#family, moves)}.` : '';
  }

  /** Begins a game with a text that is one instance. */
  #begin(text, place = { collection: null }) {
    this.onLeave();
    this.#setMode('play');
    this.#history.push(text, place);
  }

  /** Opens a text that may have several instances. */
  async #open(text) {
    const { part: index, collection } = await this.#collectionOf(text);
    const made = collection ? await this.#member(collection, index) : {};
    this.#begin(made.text ?? text, { collection, part: index });
  }

  async #collectionOf(text) {
    const instances = await this.#engine.request('instances', this.#family.name, text);
    const collection = instances.error ? null : CollectionView.of(text, instances);
    return { collection, part: collection ? instances.chosen : 0 };
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
      this.board.focus();
    }
  }

  #type(text) {
    if (text === this.#history.text) {
      return;
    }
    this.#forget();
    if (this.#history.current?.isTyped) {
      this.#history.replace(text, { isTyped: true });
    } else {
      this.#history.push(text, { isTyped: true });
    }
  }

  /** Makes a typed text with several instances a collection. */
  async #divide(text) {
    if (text === this.#history.text && this.#history.current.isTyped) {
      const { collection } = await this.#collectionOf(text);
      if (collection) {
        await this.#open(text);
      }
    }
  }

  #forget() {
    this.hand.forget();
    this.editor.forget();
  }

  async #pick(place, from) {
    const { text } = this.#history;
    if (this.#mode === 'watch') {
      this.#path = this.playback.pathAt(place);
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
      this.#history.push(edited.text);
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
    if (command && this.#mode !== 'watch') {
      part(this.#root, command).click();
      return true;
    }
    if (this.#mode === 'watch') {
      return this.playback.key(event);
    }
    if (event.key === 'Escape') {
      this.#act(() => this.#forget());
      return true;
    }
    if (this.#mode === 'edit' && (event.key === '[' || event.key === ']')) {
      this.editor.step(event.key === '[' ? -1 : 1);
      return true;
    }
    if (this.#mode === 'play' && this.hand.wants(event)) {
      const { key } = event;
      this.#act(() => this.#key(key));
      return key.startsWith('Arrow') || key.length === 1;
    }
    return false;
  }

  #setMode(mode) {
    this.#mode = mode;
    this.#forget();
  }

  #seek(step) {
    this.#setMode('watch');
    this.playback.go(step);
  }

  async #hint() {
    const { text } = this.#history;
    this.#say('Looking for a hint.');
    try {
      const known = this.#found?.solution ?? null;
      const hint = await this.hints.find(text, this.form.request, known);
      if (hint && text === this.#history.text && this.#mode === 'play') {
        this.board.mark({ ...this.hand.marks, arrows: hint.arrows });
        this.#say(hint.words);
      }
    } catch (error) {
      this.#say(`No hint: ${error.message}.`);
    }
  }

  #solve() {
    const { text } = this.#history;
    this.#run?.cancel();
    const result = new Result();
    this.#keepResult(text, result);
    const run = new Run(this.#engine, this.#family, text, this.form.request, {
      onResult: (state) => {
        result.state = state;
        if (this.#found === result) {
          this.result.showState(result);
        }
        if (state.state !== 'running' && this.#run === run) {
          this.#run = null;
        }
      },
      onSolution: (solution, cost) => {
        result.next = { solution, cost };
        this.#act(() => this.#takeNext(result, text));
      },
    });
    this.#run = run;
    result.state = run.result;
  }

  #keepResult(text, result) {
    this.#results.delete(text);
    this.#results.set(text, result);
    while (this.#results.size > MOST_RESULTS) {
      this.#results.delete(this.#results.keys().next().value);
    }
  }

  /** Shows the latest solution of a run, unless it is not better than the visible one. */
  async #takeNext(result, text) {
    const { next } = result;
    result.next = null;
    if (!next || result.isAtLeastAsGood(next)) {
      return;
    }
    const isFirst = result.solution === null;
    await this.#showIn(result, text, next.solution, next.cost);
    if (isFirst && this.#found === result && result.solution?.story) {
      this.#setMode('watch');
      this.collection.mark(this.#history.current);
    }
  }

  /** Replays a solution and makes it that of a result. While a person watches another one, it waits. */
  async #showIn(result, text, solution, cost = null) {
    const made = await this.#engine.request('show', this.#family.name, text, solution);
    if (made.error && !made.metrics) {
      this.#note = `The solution cannot be shown: ${made.error.message}.`;
      return made.error;
    }
    const isWatched = this.#found === result && this.#mode === 'watch' && this.playback.isWatched;
    result.take({ solution, cost, ...made }, isWatched);
    return null;
  }

  /** Replays a person's own solution and says how good it is. */
  async #judge(solution) {
    const { text } = this.#history;
    this.#run?.cancel();
    const result = new Result();
    const error = await this.#showIn(result, text, solution.trim());
    this.result.showOwnError(error ? `It is not a solution: ${wordsOf(error)}` : '');
    this.#note = '';
    if (error) {
      return;
    }
    const size = ({ metrics }) => metricsOf(metrics).map((metric) => metric.join(' ')).join(', ');
    const before = this.#found?.solution;
    const other = before && before.solution !== solution.trim() ? ` The one before: ${size(before)}.` : '';
    const words = `Your solution is right: ${size(result.solution)}.${other}`;
    result.state = { state: 'finished', outcome: 'solved', words, facts: [], fraction: null };
    this.#keepResult(text, result);
    this.#setMode('watch');
    this.collection.mark(this.#history.current);
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
