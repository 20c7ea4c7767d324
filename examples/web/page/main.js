// Starts the page: the engine, a tab and a panel for each family, the address.

import { fragmentOf, readFragment } from './address.js';
import { copyText, make, part, say } from './dom.js';
import { Engine } from './requests.js';
import { compileEngine } from './resources.js';
import { Tabs } from './tabs.js';
import { Workspace } from './workspace.js';

const WAIT_SECONDS = 2;
const WIDE = '(min-width: 46rem)';
const ADDRESS_PAUSE_MS = 300;

const root = document.documentElement;
const note = document.getElementById('engine-note');
const workspaces = new Map();
let tabs = null;
let written = location.hash;
let timer = 0;

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
  await restore();
  root.dataset.engine = 'ready';
  addEventListener('hashchange', () => {
    if (location.hash !== written) {
      restore();
    }
  });
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
  for (const id of ['text-title', 'formats', 'text-error-message', 'keys', 'solver-help']) {
    part(panel, id).id = `${name}-${id}`;
  }
  part(panel, 'text').setAttribute('aria-labelledby', `${name}-text-title`);
  part(panel, 'text').setAttribute('aria-describedby', `${name}-formats ${name}-text-error-message`);
  part(panel, 'board').setAttribute('aria-describedby', `${name}-keys`);
  part(panel, 'solver').setAttribute('aria-describedby', `${name}-solver-help`);
  document.querySelector('main').append(panel);
  const workspace = new Workspace(engine, family, panel, () => {
    if (tabs.selected === name) {
      changeAddress();
    }
  });
  workspaces.set(name, workspace);
  part(panel, 'share').addEventListener('click', () => share(name, part(panel, 'text-status')));
}

function onSelect(family) {
  const workspace = workspaces.get(family);
  if (!workspace.isOpen) {
    workspace.restore(null);
  }
  changeAddress();
}

/** Shows the state in the address, or the first sample of the selected tab. */
async function restore() {
  written = location.hash;
  let linked = null;
  try {
    linked = await readFragment(location.hash);
    if (linked && !workspaces.has(linked.family)) {
      throw new Error('the address names no tab of this page');
    }
  } catch (error) {
    linked = null;
    note.hidden = false;
    say(note, `The link was not opened: ${error.message}.`);
  }
  const family = linked?.family ?? tabs.selected;
  if (linked?.state) {
    workspaces.get(family).restore(linked.state);
  }
  tabs.select(family);
}

/** Writes the state of the selected tab into the address, after a short delay. */
function changeAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, ADDRESS_PAUSE_MS);
}

async function writeAddress() {
  const family = tabs.selected;
  const fragment = (await fragmentOf(family, workspaces.get(family).state)) ?? `#${family}`;
  if (family === tabs.selected && fragment !== location.hash) {
    written = fragment;
    try {
      history.replaceState(null, '', fragment);
    } catch {
      location.replace(fragment);
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
