// The browser's storage, which may be absent or full: then nothing is kept. A tab of the browser has
// a storage of its own, which a reload leaves; a new tab begins with the one that all tabs share.

const PREFIX = 'motion-puzzles/';
const MOST_CHARACTERS = 1_500_000;
const OWN = 'sessionStorage';
const SHARED = 'localStorage';

/** Returns what this tab of the browser has kept under a name, or else any other tab, or null. */
export const recall = (name) => read(OWN, name) ?? recallShared(name);

/** Returns the value that any tab of the browser has kept under a name, or null. */
export const recallShared = (name) => read(SHARED, name);

/** Keeps a value under a name; forgets the one before if the new one is too large. */
export function keep(name, value) {
  const json = JSON.stringify(value);
  write(OWN, name, json);
  write(SHARED, name, json);
}

/** Keeps a value that all tabs of the browser share. */
export const keepShared = (name, value) => write(SHARED, name, JSON.stringify(value));

function read(storage, name) {
  try {
    return JSON.parse(globalThis[storage].getItem(PREFIX + name));
  } catch {
    return null;
  }
}

function write(storage, name, json) {
  try {
    globalThis[storage].removeItem(PREFIX + name);
    if (json.length <= MOST_CHARACTERS) {
      globalThis[storage].setItem(PREFIX + name, json);
    }
  } catch {
    // A page that cannot keep anything still works.
  }
}

/** Returns a short name for a text, equal for equal texts. */
export function fingerprint(text) {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    high = Math.imul(high ^ text.charCodeAt(index), 0x01000193);
    low = Math.imul(low ^ text.charCodeAt(index), 0x5bd1e995) + (high >>> 15);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}
