// A cursor over the places of a picture, moved by arrow keys.

const DIRECTIONS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** Returns the direction of an arrow key as [x, y], or null. */
export const directionOf = (key) => DIRECTIONS[key] ?? null;

/** Returns the index of the place nearest to a point; −1 if there are no places. */
export function nearest(points, [x, y]) {
  return smallest(points, ([px, py]) => (px - x) ** 2 + (py - y) ** 2);
}

/**
 * Returns the index of the next place in a direction: near, and not far aside. If no place lies in
 * the direction, returns `from` itself.
 */
export function neighbour(points, from, [dx, dy]) {
  const [x, y] = points[from];
  const next = smallest(points, ([px, py]) => {
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    return ahead > 0.5 && aside <= 2 * ahead ? ahead + 2 * aside : Infinity;
  });
  return next < 0 ? from : next;
}

/** Returns the names of places: row and column if they are a grid, or else their number. */
export function nameOf(points) {
  const ordered = (axis) => [...new Set(points.map((point) => point[axis]))].sort((a, b) => a - b);
  const [columns, rows] = [ordered(0), ordered(1)];
  const isGrid =
    points.length > 3 && columns.length + rows.length <= 2 * Math.sqrt(points.length) + points.length / 4 + 2;
  const places = (values) => new Map(values.map((value, index) => [value, index + 1]));
  const [columnOf, rowOf] = [places(columns), places(rows)];
  return (index) => {
    const [x, y] = points[index];
    return isGrid ? `row ${rowOf.get(y)}, column ${columnOf.get(x)}` : `place ${index + 1} of ${points.length}`;
  };
}

function smallest(points, measure) {
  let best = -1;
  let least = Infinity;
  points.forEach((point, index) => {
    const value = measure(point);
    if (value < least) {
      [best, least] = [index, value];
    }
  });
  return best;
}
