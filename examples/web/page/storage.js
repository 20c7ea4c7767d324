// The browser's storage, which may be absent or full: then nothing is kept.

const PREFIX = 'motion-puzzles/';
const MOST_CHARACTERS = 1_500_000;

/** Returns the value that was kept under a name, or null. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Keeps a value under a name; forgets the one before if the new one is too large. */
export function keep(name, value) {
  try {
    const json = JSON.stringify(value);
    if (json.length > MOST_CHARACTERS) {
      localStorage.removeItem(PREFIX + name);
    } else {
      localStorage.setItem(PREFIX + name, json);
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
