// Starts the page: panels from the template, the engine, the tabs, the address.

import { fragmentOf, readFragment } from './address.js';
import { copyText, part, say } from './dom.js';
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
let written = location.hash;
let timer = 0;

root.dataset.engine = 'loading';
for (const panel of document.querySelectorAll('[role=tabpanel]')) {
  fill(panel);
}
const tabs = new Tabs(document.querySelector('[role=tablist]'), (field) => {
  const workspace = workspaces.get(field);
  if (workspace) {
    if (!workspace.isOpen) {
      workspace.restore(null);
    }
    changeAddress();
  }
});
start();

/** Fills a panel from the template. Ids are made unique by the name of the field. */
function fill(panel) {
  panel.append(document.getElementById('panel-template').content.cloneNode(true));
  const field = panel.id.slice('panel-'.length);
  part(panel, 'random-details').open = matchMedia(WIDE).matches;
  const title = part(panel, 'text-title');
  title.id = `${field}-text-title`;
  part(panel, 'formats').id = `${field}-formats`;
  part(panel, 'text-error-message').id = `${field}-text-error`;
  part(panel, 'text').setAttribute('aria-labelledby', title.id);
  part(panel, 'text').setAttribute('aria-describedby', `${field}-formats ${field}-text-error`);
  part(panel, 'keys').id = `${field}-keys`;
  part(panel, 'board').setAttribute('aria-describedby', `${field}-keys`);
  part(panel, 'solver-help').id = `${field}-solver-help`;
  part(panel, 'solver').setAttribute('aria-describedby', `${field}-solver-help`);
  for (const control of panel.querySelectorAll('button, select, textarea, input')) {
    control.disabled = true;
  }
}

async function start() {
  if (!globalThis.WebAssembly || !globalThis.Worker) {
    fail('This browser has no WebAssembly or no workers, which the solvers need.');
    return;
  }
  try {
    const engine = new Engine(await compileEngine(), showWaiting);
    document.getElementById('abandon').addEventListener('click', () => engine.abandon());
    for (const field of await engine.request('describe')) {
      openField(engine, field);
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

function openField(engine, field) {
  const panel = document.getElementById(`panel-${field.field}`);
  for (const control of panel.querySelectorAll('button, select, textarea, input')) {
    control.disabled = control.dataset.part === 'cancel' || control.dataset.part === 'mode-watch';
  }
  const workspace = new Workspace(engine, field, panel, () => {
    if (tabs.selected === field.field) {
      changeAddress();
    }
  });
  workspaces.set(field.field, workspace);
  part(panel, 'share').addEventListener('click', () => share(field.field, part(panel, 'text-status')));
}

/** Shows what the address says, or the first sample of the selected tab. */
async function restore() {
  written = location.hash;
  let linked = null;
  try {
    linked = await readFragment(location.hash);
    if (linked && !workspaces.has(linked.field)) {
      throw new Error('the address names no tab of this page');
    }
  } catch (error) {
    linked = null;
    note.hidden = false;
    say(note, `The link was not opened: ${error.message}.`);
  }
  const field = linked?.field ?? tabs.selected;
  if (linked?.state) {
    workspaces.get(field).restore(linked.state);
  }
  tabs.select(field);
}

/** Writes the state of the selected tab into the address, soon. */
function changeAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, ADDRESS_PAUSE_MS);
}

async function writeAddress() {
  const field = tabs.selected;
  const fragment = (await fragmentOf(field, workspaces.get(field).state)) ?? `#${field}`;
  if (field === tabs.selected && fragment !== location.hash) {
    written = fragment;
    try {
      history.replaceState(null, '', fragment);
    } catch {
      location.replace(fragment);
    }
  }
}

async function share(field, status) {
  const fragment = await fragmentOf(field, workspaces.get(field).state);
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
