// The picture of the instance: clicks, drags, swipes, and a cursor for the keyboard, in the
// picture's own units; marks over the picture.

import { make, part, say } from './dom.js';
import { directionOf, nameOf, nearest, neighbour } from './cursor.js';
import { NEAR } from './player.js';
import { Zoom } from './zoom.js';

const SVG = 'http://www.w3.org/2000/svg';
// In units of the picture, where a cell is 100 wide.
const DRAG = 45;
const SIDE = 42;
const RING = 44;
// In pixels of the screen.
const SWIPE = 24;

/**
 * `onPick(place, from)` is called for a click, by mouse or by Enter at the cursor, and for a drag
 * that begins at `from`. `onPath(places)` is called for a drag, if `paints` is true, with the
 * middle of every cell on its way. `onSwipe(key, from)` is called for a swipe of a finger, with an
 * arrow key. `onKey(event)` receives keys first and returns whether it used them.
 */
export class Board {
  paints = false;
  #element;
  #spoken;
  #place;
  #zoom;
  #svg = null;
  #overlay = null;
  #points = [];
  #name = () => '';
  #cursor = -1;
  #side = [0, 0];
  #isCursorShown = false;
  #marks = {};
  #pressed = null;
  #pressedAt = [0, 0];
  #path = [];

  constructor(root, { onPick, onPath, onSwipe, onKey }) {
    this.#element = part(root, 'board');
    this.#place = part(root, 'place');
    this.#spoken = make('p', { class: 'unseen', 'aria-live': 'polite' });
    this.#element.after(this.#spoken);
    this.#zoom = new Zoom(root, this.#element);
    Object.assign(this, { onPick, onPath, onSwipe, onKey });
    const on = (name, action) => this.#element.addEventListener(name, (event) => action(event));
    on('pointerdown', (event) => this.#onPress(event));
    on('pointermove', (event) => this.#onMove(event));
    on('pointerup', (event) => this.#onRelease(event));
    on('pointercancel', () => this.#forget());
    on('pointerleave', () => say(this.#place, ''));
    on('keydown', (event) => this.#onKeyDown(event));
    on('blur', () => this.#showCursor(false));
  }

  /** The visible picture, or null. */
  get picture() {
    return this.#svg;
  }

  /** Says whether a drag over a zoomed picture pans. */
  set pans(on) {
    this.#zoom.isDragged = on;
  }

  /** Shows a picture, given as the text of an SVG file, or a note instead. Removes all marks. */
  show(svgText, points, note = '') {
    this.#points = points;
    this.#name = nameOf(points);
    this.#cursor = Math.min(this.#cursor, points.length - 1);
    this.#isCursorShown &&= this.#cursor >= 0;
    this.#pressed = null;
    this.#path = [];
    this.#svg = svgText ? adopt(svgText) : null;
    this.#marks = {};
    this.#overlay = null;
    if (this.#svg) {
      this.#overlay = document.createElementNS(SVG, 'g');
      this.#overlay.setAttribute('class', 'overlay');
      this.#overlay.setAttribute('aria-hidden', 'true');
      this.#svg.append(this.#overlay);
      this.#element.replaceChildren(this.#svg);
    } else {
      this.#element.replaceChildren(make('p', { class: 'placeholder' }, note));
    }
    this.#zoom.show(this.#svg);
    this.#draw();
  }

  /**
   * Shows marks in place of those before: `selected`, the place of a token; `targets`, places;
   * `reachable`, places with a number each; `arrows`, `{from, to}`; `path`, places; `closed`,
   * places.
   */
  mark(marks) {
    this.#marks = marks;
    this.#draw();
  }

  /** Whether a token is at a place of the picture. */
  hasTokenAt(place) {
    const tokens = Array.from(this.#svg?.querySelectorAll('.m-token') ?? []);
    const placeOf = (token) => token.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
    return tokens.some((token) => distance(placeOf(token), place) < NEAR);
  }

  focus() {
    this.#element.focus({ preventScroll: true });
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
    this.#zoom.follow(this.#points[this.#cursor]);
    say(this.#spoken, this.#name(this.#cursor));
  }

  #onPress(event) {
    this.#showCursor(false);
    if (!event.isPrimary) {
      this.#forget(); // a second finger zooms
    } else if (event.button === 0) {
      this.#pressed = this.#placeOf(event);
      this.#pressedAt = [event.clientX, event.clientY];
      this.#path = [];
      this.#paint(this.#indexAt(this.#pressed));
      this.#element.setPointerCapture(event.pointerId);
    }
  }

  #onMove(event) {
    const index = this.#indexAt(this.#placeOf(event));
    say(this.#place, index < 0 ? '' : this.#name(index));
    if (this.#pressed) {
      this.#paint(index);
    }
  }

  /** Adds a place to the way of a drag. */
  #paint(index) {
    if (this.paints && index >= 0 && this.#path.at(-1) !== index) {
      this.#path.push(index);
      this.#draw();
    }
  }

  /** Returns the index of the place at a point of the picture; −1 if there is none. */
  #indexAt(point) {
    const index = point ? nearest(this.#points, point) : -1;
    return index >= 0 && distance(point, this.#points[index]) < NEAR ? index : -1;
  }

  #onRelease(event) {
    const [place, begin, path] = [this.#placeOf(event), this.#pressed, this.#path];
    const swipe = [event.clientX - this.#pressedAt[0], event.clientY - this.#pressedAt[1]];
    this.#forget();
    const hasPanned = this.#zoom.isDragged && this.#zoom.isZoomed && Math.hypot(...swipe) > SWIPE;
    if (!place || !begin || !event.isPrimary || hasPanned) {
      return;
    }
    this.#cursor = nearest(this.#points, place);
    if (path.length > 1) {
      this.onPath(path.map((index) => this.#points[index]));
    } else if (event.pointerType === 'touch' && Math.hypot(...swipe) > SWIPE) {
      this.onSwipe(arrowOf(swipe), begin);
    } else {
      this.onPick(place, distance(place, begin) > DRAG ? begin : null);
    }
  }

  #forget() {
    this.#pressed = null;
    this.#path = [];
    this.#draw();
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
    const { selected, targets = [], reachable = [], arrows = [], path = [], closed = [] } = this.#marks;
    const shapes = [
      ...this.#path.map((index) => square('painted', this.#points[index])),
      ...reachable.flatMap(numbered),
      ...dots('target', targets),
      ...arrows.flatMap(arrow),
    ];
    if (closed.length > 0) {
      shapes.unshift(crosses('closed', closed));
    }
    if (path.length > 0) {
      const d = `M${path.map((place) => place.join()).join('L')}`;
      shapes.push(...outlined('path', 'arrow', { d }));
    }
    if (selected) {
      shapes.push(shape('circle', 'marked', { cx: selected[0], cy: selected[1], r: RING }));
    }
    if (this.#isCursorShown) {
      const [x, y] = this.#cursorPlace();
      const [width, height] = [this.#side[0] ? 16 : 96, this.#side[1] ? 16 : 96];
      const corner = { x: x - width / 2, y: y - height / 2 };
      shapes.push(...outlined('rect', 'cursor', { ...corner, width, height, rx: 8 }));
    }
    this.#overlay.replaceChildren(...shapes);
  }
}

const distance = ([x, y], [left, top]) => Math.hypot(x - left, y - top);

/** Returns the arrow key of a direction on the screen. */
function arrowOf([right, down]) {
  if (Math.abs(right) > Math.abs(down)) {
    return right > 0 ? 'ArrowRight' : 'ArrowLeft';
  }
  return down > 0 ? 'ArrowDown' : 'ArrowUp';
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

/** Draws a shape twice, first wider, in the colour of the card. */
const outlined = (tag, name, attributes) =>
  [`${name} under`, name].map((each) => shape(tag, each, attributes));

/** Draws dots as one shape, because there may be thousands. */
const dots = (name, places) =>
  places.length === 0
    ? []
    : outlined('path', name, { d: places.map((place) => `M${place.join()}h0`).join('') });

/** Draws squares with crosses as one shape. */
function crosses(name, places) {
  const crossed = ([x, y]) => `M${x - 43},${y - 43}h86v86h-86zl86,86m0,-86l-86,86`;
  return shape('path', name, { d: places.map(crossed).join('') });
}

const square = (name, [x, y]) => shape('rect', name, { x: x - 46, y: y - 46, width: 92, height: 92, rx: 8 });

function numbered([x, y, number]) {
  const label = shape('text', 'reach', { x, y: y + 13 });
  label.textContent = number;
  return [square('reached', [x, y]), label];
}

function arrow({ from: [x1, y1], to: [x2, y2] }) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) => `L${x2 - 26 * Math.cos(angle + turn)},${y2 - 26 * Math.sin(angle + turn)}`;
  const d = `M${x1},${y1}L${x2},${y2}${wing(0.5)}M${x2},${y2}${wing(-0.5)}`;
  return outlined('path', 'arrow', { d });
}
