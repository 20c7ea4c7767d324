// The text of the instance: written, pasted, or read from a file, with the place of an error.

import { copyText, part, say, shown } from './dom.js';
import { excerpt, offsetOf } from './text-place.js';

// Longer texts would make the text area slow; it shows only their beginning.
const AREA_LIMIT = 200_000;
const BEGINNING = 4_000;
const FILE_LIMIT = 16 << 20;
const PAUSE_MS = 250;

/** Describes an error of a reader, with its place. */
export const wordsOf = ({ message, line, column }) =>
  line ? `Line ${line}, column ${column ?? 1}: ${message}` : message;

/**
 * `onType(text)` receives a text after each pause of typing, `onFinish(text)` one that a person has
 * finished, and `onOpen(text)` one that was pasted or opened as a whole; it resolves when that is
 * shown.
 */
export class TextInput {
  #root;
  #area;
  #text = '';
  #isLarge = false;
  #timer = 0;
  #errorOffset = 0;

  constructor(root, { onType, onFinish, onOpen }) {
    this.#root = root;
    this.#area = part(root, 'text');
    Object.assign(this, { onType, onFinish, onOpen });
    this.#area.addEventListener('input', (event) => this.#onInput(event));
    this.#area.addEventListener('paste', (event) => this.#onPaste(event));
    this.#area.addEventListener('change', () => this.#onFinish());
    part(root, 'text-error-go').addEventListener('click', () => this.#goToError());
    part(root, 'copy').addEventListener('click', () => this.#copy());
    const file = part(root, 'file');
    part(root, 'open').addEventListener('click', () => file.click());
    file.addEventListener('change', () => {
      this.#open(Array.from(file.files));
      file.value = '';
    });
    root.addEventListener('dragover', (event) => {
      if (event.dataTransfer.types.includes('Files')) {
        event.preventDefault();
      }
    });
    root.addEventListener('drop', (event) => {
      if (event.dataTransfer.files.length > 0) {
        event.preventDefault();
        this.#open(Array.from(event.dataTransfer.files));
      }
    });
  }

  /** Shows a text, unless it was typed here and a person goes on typing. */
  show(text, isTyped) {
    if (isTyped && this.#timer !== 0) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#text = text;
    this.#isLarge = text.length > AREA_LIMIT;
    this.#area.readOnly = this.#isLarge;
    const value = this.#isLarge ? text.slice(0, BEGINNING) : text;
    if (this.#area.value !== value) {
      this.#area.value = value;
    }
    const note = part(this.#root, 'large');
    note.hidden = !this.#isLarge;
    note.textContent = this.#isLarge
      ? `The text has ${shown(text.length)} characters; only its beginning is shown, and it cannot be changed here.`
      : '';
  }

  /** Shows the error of a text, `{message, line, column}`, or nothing if `error` is null. */
  showError(error, text) {
    const box = part(this.#root, 'text-error');
    const hasPlace = Boolean(error?.line);
    this.#area.setAttribute('aria-invalid', String(Boolean(error)));
    part(this.#root, 'text-error-line').hidden = !hasPlace;
    part(this.#root, 'text-error-go').hidden = !hasPlace || this.#isLarge;
    box.hidden = !error;
    say(part(this.#root, 'text-error-message'), error ? wordsOf(error) : '');
    if (hasPlace) {
      say(part(this.#root, 'text-error-line'), excerpt(text, error.line, error.column ?? 1));
      this.#errorOffset = offsetOf(text, error.line, error.column ?? 1);
      if (!this.#isLarge && document.activeElement !== this.#area) {
        this.#select();
      }
    }
  }

  #onInput({ inputType }) {
    this.#text = this.#area.value;
    clearTimeout(this.#timer);
    if (['insertFromPaste', 'insertFromDrop'].includes(inputType)) {
      this.#timer = 0;
      this.onOpen(this.#text);
    } else {
      this.#timer = setTimeout(() => this.#type(), PAUSE_MS);
    }
  }

  #type() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.onType(this.#text);
  }

  #onFinish() {
    if (this.#timer !== 0) {
      this.#type();
    }
    this.onFinish(this.#text);
  }

  #onPaste(event) {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (pasted.length > AREA_LIMIT) {
      event.preventDefault();
      this.#take(pasted, '');
    }
  }

  async #open(files) {
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > FILE_LIMIT) {
      this.#say(`Files have at most ${FILE_LIMIT >> 20} MiB in all.`);
      return;
    }
    // A map must precede the scenario that names it.
    files.sort((one, other) => one.name.endsWith('.scen') - other.name.endsWith('.scen'));
    try {
      const texts = await Promise.all(files.map((file) => file.text()));
      await this.#take(texts.join('\n'), `Opened ${files.map((file) => file.name).join(', ')}.`);
    } catch (error) {
      this.#say(`The file could not be read: ${error.message}`);
    }
  }

  /** Opens a text, and says so. */
  async #take(text, words) {
    if (text.length > FILE_LIMIT) {
      this.#say(`Texts have at most ${FILE_LIMIT >> 20} MiB.`);
      return;
    }
    await this.onOpen(text);
    this.#say(words);
  }

  async #copy() {
    this.#say((await copyText(this.#text)) ? 'Copied.' : 'The browser does not allow copying.');
  }

  #say(text) {
    say(part(this.#root, 'text-status'), text);
  }

  #goToError() {
    this.#area.focus();
    this.#select();
  }

  #select() {
    const area = this.#area;
    const before = area.value.slice(0, this.#errorOffset);
    const lines = before.split('\n');
    const end = this.#errorOffset + (area.value.codePointAt(this.#errorOffset) > 0xffff ? 2 : 1);
    area.setSelectionRange(this.#errorOffset, Math.min(end, area.value.length));
    const height = area.scrollHeight / Math.max(area.value.split('\n').length, 1);
    area.scrollTop = Math.max((lines.length - 3) * height, 0);
    const width = Number.parseFloat(getComputedStyle(area).fontSize) * 0.6;
    area.scrollLeft = Math.max((lines.at(-1).length - 20) * width, 0);
  }
}
