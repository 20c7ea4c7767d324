// Starts the page: the engine, a tab and a panel for each family, the address and its history.

import { fragmentOf, readFragment } from './address.js';
import { copyText, make, part, say } from './dom.js';
import { Engine } from './requests.js';
import { compileEngine } from './resources.js';
import { keep, recall } from './storage.js';
import { Tabs } from './tabs.js';
import { Workspace } from './workspace.js';

const WAIT_SECONDS = 2;
const WIDE = '(min-width: 46rem)';
const PAUSE_MS = 250;
// The elements that need the keys of the board for themselves.
const OWN_KEYS = 'summary, input:not([type=range]), select, textarea, pre, [role=tab]';

const root = document.documentElement;
const note = document.getElementById('engine-note');
const workspaces = new Map();
let tabs = null;
// Whether the next address is another entry of the browser's history.
let isNew = false;
let timer = 0;
let writing = Promise.resolve();
// How often the browser has gone to an entry of its history. Answers to an earlier visit are late.
let visits = 0;

root.dataset.engine = 'loading';
start();

async function start() {
  if (!globalThis.WebAssembly || !globalThis.Worker) {
    fail('This browser has no WebAssembly or no workers, which the solvers need.');
    return;
  }
  try {
    const engine = new Engine(await compileEngine(), showWaiting);
    document.getElementById('abandon').addEventListener('click', () => engine.abandon());
    const families = await engine.request('describe');
    tabs = new Tabs(document.querySelector('[role=tablist]'), families, onSelect);
    for (const family of families) {
      openFamily(engine, family);
    }
  } catch (error) {
    fail(`The solvers could not be loaded: ${error.message}.`);
    return;
  }
  note.hidden = true;
  const last = recall('tab');
  if (workspaces.has(last)) {
    tabs.selected = last;
  }
  // What was kept, if anything, is newer than the address, which is written late.
  const isReload = performance.getEntriesByType('navigation')[0]?.type === 'reload';
  await (isReload && recall(tabs.selected) ? showSelected() : visit());
  root.dataset.engine = 'ready';
  addEventListener('popstate', () => visit());
  addEventListener('pagehide', () => keepAll());
  document.addEventListener('keydown', onKey);
}

/** Makes the panel of a family from the template. The family's name makes ids unique. */
function openFamily(engine, family) {
  const { name } = family;
  const panel = make('div', {
    id: `panel-${name}`,
    class: 'panel',
    role: 'tabpanel',
    'aria-labelledby': `tab-${name}`,
    hidden: true,
  });
  panel.append(document.getElementById('panel-template').content.cloneNode(true));
  part(panel, 'random-details').open = matchMedia(WIDE).matches;
  for (const id of ['text-title', 'formats', 'text-error-message', 'keys', 'solver-help', 'solve-form']) {
    part(panel, id).id = `${name}-${id}`;
  }
  part(panel, 'text').setAttribute('aria-labelledby', `${name}-text-title`);
  part(panel, 'text').setAttribute('aria-describedby', `${name}-formats ${name}-text-error-message`);
  part(panel, 'board').setAttribute('aria-describedby', `${name}-keys`);
  part(panel, 'solver').setAttribute('aria-describedby', `${name}-solver-help`);
  part(panel, 'solve').setAttribute('form', `${name}-solve-form`);
  document.querySelector('main').append(panel);
  const ifVisible = (action) => () => tabs.selected === name && action();
  const on = { onChange: ifVisible(changeAddress), onLeave: ifVisible(beginAddress) };
  const workspace = new Workspace(engine, family, panel, on);
  workspaces.set(name, workspace);
  part(panel, 'share').addEventListener('click', () => share(name, part(panel, 'text-status')));
}

/** Shows a tab, which a person has chosen. */
function onSelect(family) {
  beginAddress();
  tabs.show(family);
  open(family);
  changeAddress();
}

/** Opens a tab for the first time with what the browser kept of it. */
function open(family) {
  const workspace = workspaces.get(family);
  if (!workspace.isOpen) {
    workspace.restore(recall(family));
  }
}

/** Shows the selected tab as it was kept. */
function showSelected() {
  open(tabs.selected);
  tabs.show(tabs.selected);
  changeAddress();
}

/** Shows the state in the address, or else the selected tab. */
async function visit() {
  clearTimeout(timer);
  timer = 0;
  isNew = false;
  visits += 1;
  const number = visits;
  let linked = null;
  let words = '';
  try {
    linked = await readFragment(location.hash);
    if (linked && !workspaces.has(linked.family)) {
      throw new Error('the address names no tab of this page');
    }
  } catch (error) {
    linked = null;
    words = `The link was not opened: ${error.message}.`;
  }
  if (number !== visits) {
    return;
  }
  note.hidden = words === '';
  say(note, words);
  const family = linked?.family ?? tabs.selected;
  open(family);
  if (linked?.state) {
    workspaces.get(family).visit(linked.state);
  }
  tabs.show(family);
}

/** Keys that no control has used are moves on the board. */
function onKey(event) {
  const isTaken = event.defaultPrevented || event.target.closest(OWN_KEYS);
  if (!isTaken && workspaces.get(tabs.selected).onKey(event)) {
    event.preventDefault();
  }
}

/**
 * Writes the state of the selected tab into the address and keeps it, a change of an instance after
 * a delay.
 */
function changeAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, isNew ? 0 : PAUSE_MS);
}

/** Completes the address, and lets the next one be another entry of the browser's history. */
function beginAddress() {
  note.hidden = true;
  if (timer !== 0) {
    writeAddress();
  }
  isNew = true;
}

function writeAddress() {
  clearTimeout(timer);
  timer = 0;
  const family = tabs.selected;
  const { state, kept } = workspaces.get(family);
  const how = isNew ? 'pushState' : 'replaceState';
  const number = visits;
  isNew = false;
  keep('tab', family);
  keep(family, kept);
  writing = writing.then(async () => {
    const fragment = (await fragmentOf(family, state)) ?? `#${family}`;
    // If the browser has meanwhile gone to another entry, that one keeps its address.
    if (fragment === location.hash || number !== visits) {
      return;
    }
    try {
      history[how](null, '', fragment);
    } catch {
      location.replace(fragment);
    }
  });
}

/** Keeps the states of all tabs that were opened. */
function keepAll() {
  keep('tab', tabs.selected);
  for (const [name, workspace] of workspaces) {
    if (workspace.isOpen) {
      keep(name, workspace.kept);
    }
  }
}

async function share(family, status) {
  const fragment = await fragmentOf(family, workspaces.get(family).state);
  if (!fragment) {
    say(status, 'The instance is too long for a link. Save it as a file instead.');
    return;
  }
  const copied = await copyText(new URL(fragment, location.href).href);
  say(
    status,
    copied
      ? 'The link was copied; it holds the instance and the options.'
      : 'The browser does not allow copying. The address of this page is the link.',
  );
}

function showWaiting(seconds) {
  const box = document.getElementById('busy');
  box.hidden = seconds < WAIT_SECONDS;
  if (!box.hidden) {
    say(document.getElementById('busy-text'), `The engine has been busy for ${Math.floor(seconds)} seconds.`);
  }
}

function fail(message) {
  root.dataset.engine = 'failed';
  note.classList.add('bad');
  say(note, message);
}
