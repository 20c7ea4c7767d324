// Controls for the inputs that the engine describes.

import { capitalised, make, shown } from './dom.js';

/** The controls for a list of inputs, in a container. */
export class Inputs {
  #controls = new Map();

  /** `prefix` makes the ids unique. */
  constructor(container, inputs, prefix) {
    container.replaceChildren();
    for (const input of inputs) {
      const control = KINDS[input.kind](input, `${prefix}-${input.key}`);
      control.element.dataset.input = input.key;
      control.set(input.default);
      this.#controls.set(input.key, { input, control });
      container.append(control.element);
    }
    container.hidden = inputs.length === 0;
  }

  has(key) {
    return this.#controls.has(key);
  }

  /** Returns the values of the inputs that `solver` uses, or of all. */
  values(solver = null) {
    const values = {};
    for (const [key, { input, control }] of this.#controls) {
      const value = control.get();
      if (heeds(input, solver) && value !== null) {
        values[key] = value;
      }
    }
    return values;
  }

  /** Sets values by key. Ignores unknown keys and values of the wrong kind. */
  set(values) {
    for (const [key, value] of Object.entries(values ?? {})) {
      this.#controls.get(key)?.control.set(value);
    }
  }

  /** Shows the inputs that `solver` uses. The others are disabled, so that a form ignores them. */
  showFor(solver) {
    for (const { input, control } of this.#controls.values()) {
      const isUsed = heeds(input, solver);
      control.element.hidden = !isUsed;
      for (const field of control.element.querySelectorAll('input, select')) {
        field.disabled = !isUsed;
      }
    }
  }
}

const heeds = (input, solver) => solver === null || !input.solvers || input.solvers.includes(solver);

const KINDS = { integer, flag, text, texts, choice, set };

const labelled = ({ label }, control) =>
  make('label', { for: control.id }, make('span', {}, capitalised(label)), control);

/** Makes a text that says more about a control than its label. */
function helpOf(control, help = '') {
  const element = make('span', { class: 'quiet', id: `${control.id}-help` }, help);
  control.setAttribute('aria-describedby', element.id);
  return element;
}

/** Puts the help of an input, if it has one, below the label of its control. */
const withHelp = ({ help }, control, label) =>
  help ? make('div', {}, label, helpOf(control, help)) : label;

function integer(input, id) {
  const [min, max] = [input.least, input.most];
  const field = make('input', { type: 'number', id, min, max, step: 1, title: `${shown(min)} to ${shown(max)}` });
  return {
    element: withHelp(input, field, labelled(input, field)),
    get: () => (field.value === '' ? null : Number(field.value)),
    set: (value) => {
      if (value === null || Number.isInteger(value)) {
        field.value = value ?? '';
      }
    },
  };
}

function flag(input, id) {
  const box = make('input', { type: 'checkbox', id });
  const label = make('label', { class: 'check', for: id }, box, make('span', {}, capitalised(input.label)));
  return {
    element: withHelp(input, box, label),
    get: () => box.checked,
    set: (value) => {
      box.checked = typeof value === 'boolean' ? value : box.checked;
    },
  };
}

function text(input, id) {
  const field = make('input', { type: 'text', id, spellcheck: 'false', autocomplete: 'off' });
  return {
    element: withHelp(input, field, labelled(input, field)),
    get: () => field.value,
    set: (value) => {
      if (typeof value === 'string') {
        field.value = value;
      }
    },
  };
}

/** An input for files. It keeps their texts, because a link restores texts, but no files. */
function texts(input, id) {
  const field = make('input', { type: 'file', id, multiple: true });
  const note = make('span', { class: 'quiet', role: 'status' });
  const element = make('div', {}, withHelp(input, field, labelled(input, field)), note);
  let kept = [];
  const keep = (next, words) => {
    kept = next;
    note.textContent = words;
  };
  field.addEventListener('change', async (event) => {
    event.stopPropagation(); // until the files are read
    try {
      keep(await Promise.all(Array.from(field.files, (file) => file.text())), '');
    } catch (error) {
      keep([], `The files could not be read: ${error.message}`);
    }
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return {
    element,
    get: () => kept,
    set: (value) => {
      if (Array.isArray(value) && value.every((text) => typeof text === 'string')) {
        field.value = '';
        keep(value, value.length > 0 ? `From files: ${value.length}` : '');
      }
    },
  };
}

function choice(input, id) {
  const select = make(
    'select',
    { id },
    ...input.choices.map(({ name }) => make('option', { value: name }, name)),
  );
  const help = helpOf(select);
  const explain = () => {
    help.textContent = input.choices.find(({ name }) => name === select.value)?.help ?? '';
  };
  select.addEventListener('change', explain);
  return {
    element: make('div', {}, labelled(input, select), help),
    get: () => select.value,
    set: (value) => {
      if (input.choices.some(({ name }) => name === value)) {
        select.value = value;
      }
      explain();
    },
  };
}

function set(input, id) {
  const boxes = input.choices.map(({ name }) =>
    make('input', { type: 'checkbox', value: name, id: `${id}-${name}` }),
  );
  const rows = input.choices.map(({ name, help }, index) =>
    make(
      'label',
      { class: 'check', for: boxes[index].id },
      boxes[index],
      make('span', {}, make('b', {}, name), help ? ` ${help}` : ''),
    ),
  );
  const summary = make('summary', {});
  const count = () => {
    const names = boxes.filter((box) => box.checked).map((box) => box.value);
    summary.textContent = `${capitalised(input.label)}: ${names.length > 0 ? names.join(', ') : 'none'}`;
  };
  const element = make(
    'details',
    { class: 'set' },
    summary,
    make('fieldset', {}, make('legend', { class: 'unseen' }, capitalised(input.label)), ...rows),
  );
  element.addEventListener('change', count);
  return {
    element,
    get: () => boxes.filter((box) => box.checked).map((box) => box.value),
    set: (value) => {
      if (!Array.isArray(value)) {
        return;
      }
      for (const box of boxes) {
        box.checked = value.includes(box.value);
      }
      count();
    },
  };
}
