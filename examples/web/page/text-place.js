// Lines and columns of a text, both from 1. Columns count characters.

const BEFORE = 40;
const AFTER = 30;

/** Returns the offset of a place in the string; the end of the line if the column lies beyond. */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const end = text.indexOf('\n', start);
    if (end < 0) {
      return text.length;
    }
    start = end + 1;
  }
  let offset = start;
  for (let count = 1; count < column && offset < text.length && text[offset] !== '\n'; count++) {
    offset += text.codePointAt(offset) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Returns the line around a place, and below it a caret at the column. */
export function excerpt(text, line, column) {
  const offset = offsetOf(text, line, column);
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const begin = Math.max(lineStart, offset - BEFORE);
  const lineEnd = text.indexOf('\n', offset);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, offset + AFTER);
  const before = (begin > lineStart ? '…' : '') + visible(text.slice(begin, offset));
  return `${before}${visible(text.slice(offset, end))}\n${' '.repeat([...before].length)}^`;
}

/** Replaces characters without a width of their own by one that has a width. */
const visible = (text) => text.replaceAll('\t', ' ').replace(/[\p{C}\p{M}]/gu, '·');
