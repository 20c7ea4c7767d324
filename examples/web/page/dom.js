// Short functions for operations on the document that all modules need.

/** Returns the part of a panel that the template calls `name`. */
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

/** Makes an element. Children are elements or texts; texts are never parsed as HTML. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children);
  return element;
}

/** Fills a description list; pairs whose value is null, undefined, false or empty are left out. */
export function fillList(list, pairs) {
  list.replaceChildren(
    ...pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
      .map(([label, value]) =>
        make('div', {}, make('dt', {}, capitalised(String(label))), make('dd', {}, String(value))),
      ),
  );
}

/** Sets a text only if it changes, so that screen readers do not repeat it. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Formats numbers with separators between thousands; returns anything else unchanged. */
export const shown = (value) =>
  typeof value === 'number'
    ? value.toLocaleString('en', { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 })
    : value;

/** Returns a text with a capital first letter. */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Puts a text on the clipboard; returns whether that was allowed. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from `file:` and from plain HTTP do not have this clipboard.
    const area = make('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    focused?.focus();
    return copied;
  }
}
