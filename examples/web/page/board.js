// The picture of the instance: clicks, drags and a cursor for the keyboard, in its own units.

import { make, part, say } from './dom.js';
import { directionOf, nameOf, nearest, neighbour } from './cursor.js';

const SVG = 'http://www.w3.org/2000/svg';
// In units of the picture, where a cell is 100 wide.
const DRAG = 45;
const SIDE = 42;
const RING = 44;

/**
 * `onPick(place, from)` is called for a click, by mouse or by Enter at the cursor, and for a drag
 * that begins at `from`. `onKey(event)` receives keys first and returns whether it used them.
 */
export class Board {
  #element;
  #spoken;
  #svg = null;
  #overlay = null;
  #points = [];
  #cursor = -1;
  #side = [0, 0];
  #isCursorShown = false;
  #marked = null;
  #arrows = [];
  #pressed = null;

  constructor(root, { onPick, onKey }) {
    this.#element = part(root, 'board');
    this.#spoken = make('p', { class: 'unseen', 'aria-live': 'polite' });
    this.#element.after(this.#spoken);
    this.onPick = onPick;
    this.onKey = onKey;
    this.#element.addEventListener('pointerdown', (event) => this.#onPress(event));
    this.#element.addEventListener('click', (event) => this.#onClick(event));
    this.#element.addEventListener('keydown', (event) => this.#onKeyDown(event));
    this.#element.addEventListener('blur', () => this.#showCursor(false));
  }

  /** Shows a picture, given as the text of an SVG file, or a note instead. */
  show(svgText, points, note = '') {
    this.#points = points;
    this.#cursor = Math.min(this.#cursor, points.length - 1);
    this.#svg = svgText ? adopt(svgText) : null;
    this.#arrows = [];
    if (this.#svg) {
      this.#overlay = document.createElementNS(SVG, 'g');
      this.#overlay.setAttribute('class', 'overlay');
      this.#overlay.setAttribute('aria-hidden', 'true');
      this.#svg.append(this.#overlay);
      this.#element.replaceChildren(this.#svg);
      this.#draw();
    } else {
      this.#overlay = null;
      this.#element.replaceChildren(make('p', { class: 'placeholder' }, note));
    }
  }

  /** Marks a place, such as that of the selected token; null for none. */
  mark(place) {
    this.#marked = place;
    this.#draw();
  }

  /** Draws arrows `{from, to}` until the next picture. */
  point(arrows) {
    this.#arrows = arrows;
    this.#draw();
  }

  moveCursor(direction) {
    if (this.#points.length === 0) {
      return;
    }
    this.#side = [0, 0];
    this.#cursor =
      this.#cursor < 0 || !this.#isCursorShown
        ? Math.max(this.#cursor, 0)
        : neighbour(this.#points, this.#cursor, direction);
    this.#showCursor(true);
    say(this.#spoken, nameOf(this.#points, this.#cursor));
  }

  #onPress(event) {
    this.#showCursor(false);
    this.#pressed = event.pointerType === 'touch' ? null : this.#placeOf(event);
  }

  #onClick(event) {
    const place = this.#placeOf(event);
    const begin = this.#pressed;
    this.#pressed = null;
    if (!place) {
      return;
    }
    this.#cursor = nearest(this.#points, place);
    const isDrag = begin && Math.hypot(place[0] - begin[0], place[1] - begin[1]) > DRAG;
    this.onPick(place, isDrag ? begin : null);
  }

  #placeOf(event) {
    const matrix = this.#svg?.getScreenCTM();
    if (!matrix) {
      return null;
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  #onKeyDown(event) {
    if (this.onKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      return;
    }
    const direction = directionOf(event.key);
    if (direction && event.altKey) {
      this.#lean(direction);
    } else if (direction) {
      this.moveCursor(direction);
    } else if ((event.key === 'Enter' || event.key === ' ') && this.#isCursorShown) {
      this.onPick(this.#cursorPlace(), null);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Moves the cursor to a side of its place, or back, because walls lie between places. */
  #lean(direction) {
    if (this.#cursor >= 0 && this.#isCursorShown) {
      const [dx, dy] = this.#side;
      const isOpposite = dx === -direction[0] && dy === -direction[1];
      this.#side = isOpposite ? [0, 0] : direction;
      this.#draw();
    }
  }

  #cursorPlace() {
    const [x, y] = this.#points[this.#cursor];
    return [x + this.#side[0] * SIDE, y + this.#side[1] * SIDE];
  }

  #showCursor(on) {
    this.#isCursorShown = on && this.#cursor >= 0;
    this.#draw();
  }

  #draw() {
    if (!this.#overlay) {
      return;
    }
    const shapes = this.#arrows.flatMap(arrow);
    if (this.#marked) {
      shapes.push(shape('circle', 'marked', { cx: this.#marked[0], cy: this.#marked[1], r: RING }));
    }
    if (this.#isCursorShown) {
      const [x, y] = this.#cursorPlace();
      const [width, height] = [this.#side[0] ? 16 : 96, this.#side[1] ? 16 : 96];
      for (const name of ['cursor under', 'cursor']) {
        shapes.push(shape('rect', name, { x: x - width / 2, y: y - height / 2, width, height, rx: 8 }));
      }
    }
    this.#overlay.replaceChildren(...shapes);
  }
}

/** Returns the element of an SVG file, without anything that runs or loads. */
function adopt(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (parsed.localName !== 'svg') {
    return null;
  }
  for (const element of parsed.querySelectorAll('script, foreignObject, image, use, a')) {
    element.remove();
  }
  return document.importNode(parsed, true);
}

function shape(tag, name, attributes) {
  const element = document.createElementNS(SVG, tag);
  element.setAttribute('class', name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

function arrow({ from: [x1, y1], to: [x2, y2] }) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) => `L${x2 - 26 * Math.cos(angle + turn)},${y2 - 26 * Math.sin(angle + turn)}`;
  const d = `M${x1},${y1}L${x2},${y2}${wing(0.5)}M${x2},${y2}${wing(-0.5)}`;
  return [shape('path', 'arrow under', { d }), shape('path', 'arrow', { d })];
}
