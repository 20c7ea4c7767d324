// Short forms of what all modules do with the document.

/** The part of a panel that the template calls `name`. */
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

/** A new element. Children are elements or texts; texts stay texts. */
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

/** Sets a text only where it changes, so that screen readers do not repeat it. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Numbers with separators between thousands; anything else as it is. */
export const shown = (value) =>
  typeof value === 'number'
    ? value.toLocaleString('en', { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 })
    : value;

/** A text that begins with a capital letter. */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Puts a text on the clipboard; returns whether that was allowed. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from `file:` and from plain HTTP have no clipboard of that kind.
    const area = make('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}
