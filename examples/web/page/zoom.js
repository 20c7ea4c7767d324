// The visible part of the board's picture: zooming and panning.

import { part } from './dom.js';

const STEP = 1.5;
const MOST = 40;

/** Zooms the picture in `board` by buttons, the wheel with Ctrl, and two fingers. */
export class Zoom {
  /** Whether a drag pans. */
  isDragged = false;
  #root;
  #svg = null;
  #whole = null;
  #view = null;
  #fingers = new Map();

  constructor(root, board) {
    this.#root = root;
    const on = (name, action) => part(root, name).addEventListener('click', action);
    on('zoom-in', () => this.#scale(STEP));
    on('zoom-out', () => this.#scale(1 / STEP));
    on('zoom-fit', () => this.#set(this.#whole));
    board.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    board.addEventListener('pointerdown', (event) => this.#fingers.set(event.pointerId, event));
    board.addEventListener('pointermove', (event) => this.#onMove(event));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) {
      board.addEventListener(name, (event) => this.#fingers.delete(event.pointerId));
    }
  }

  /** Shows a new picture; if it has the size of the one before, the same part of it. */
  show(svg) {
    this.#svg = svg;
    const whole = svg?.getAttribute('viewBox')?.split(/[\s,]+/).map(Number) ?? null;
    const isSame = this.#whole && whole && this.#whole.every((value, index) => value === whole[index]);
    this.#whole = whole;
    this.#set(isSame ? this.#view : whole);
  }

  /** Moves the visible part, if a place lies outside. */
  follow([x, y]) {
    const [left, top, width, height] = this.#view;
    const isInside = x > left + 50 && x < left + width - 50 && y > top + 50 && y < top + height - 50;
    if (!isInside) {
      this.#set([x - width / 2, y - height / 2, width, height]);
    }
  }

  #onWheel(event) {
    if (!this.#view) {
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      this.#scale(STEP ** (-event.deltaY / 100), this.#placeOf(event));
    } else if (this.isZoomed) {
      this.#pan(event.deltaX, event.deltaY);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Follows two fingers: their middle pans, their distance zooms. The middle button pans, too. */
  #onMove(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before || !this.#view) {
      return;
    }
    this.#fingers.set(event.pointerId, event);
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId);
    const [right, down] = [before.clientX - event.clientX, before.clientY - event.clientY];
    const drags = event.buttons === 4 || (this.isDragged && event.buttons === 1);
    if (others.length === 0 && drags) {
      this.#pan(right, down);
    } else if (others.length === 1) {
      const other = others[0][1];
      const apart = ({ clientX, clientY }) => Math.hypot(clientX - other.clientX, clientY - other.clientY);
      this.#scale(apart(event) / Math.max(apart(before), 1), this.#placeOf(other));
      this.#pan(right / 2, down / 2);
    }
  }

  /** Whether only a part of the picture is visible. */
  get isZoomed() {
    return this.#view !== null && this.#view[2] < this.#whole[2];
  }

  /** Returns the place of an event in units of the picture. */
  #placeOf({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
    return [x, y];
  }

  #pan(right, down) {
    const units = 1 / this.#svg.getScreenCTM().a;
    const [left, top, width, height] = this.#view;
    this.#set([left + right * units, top + down * units, width, height]);
  }

  /** Zooms by a factor around a place, or around the middle. */
  #scale(factor, place = null) {
    if (!this.#view) {
      return;
    }
    const [left, top, width, height] = this.#view;
    const [x, y] = place ?? [left + width / 2, top + height / 2];
    const least = this.#whole[2] / MOST;
    const by = Math.min(Math.max(width / factor, least), this.#whole[2]) / width;
    this.#set([x - (x - left) * by, y - (y - top) * by, width * by, height * by]);
  }

  #set(view) {
    this.#view = view;
    if (view) {
      const [left, top, width, height] = view;
      const [wholeLeft, wholeTop, wholeWidth, wholeHeight] = this.#whole;
      this.#view = [
        Math.min(Math.max(left, wholeLeft), wholeLeft + wholeWidth - width),
        Math.min(Math.max(top, wholeTop), wholeTop + wholeHeight - height),
        width,
        height,
      ];
      this.#svg.setAttribute('viewBox', this.#view.map((value) => Math.round(value * 100) / 100).join(' '));
    }
    for (const [name, isUsable] of [
      ['zoom-in', view],
      ['zoom-out', this.isZoomed],
      ['zoom-fit', this.isZoomed],
    ]) {
      part(this.#root, name).disabled = !isUsable;
    }
  }
}
