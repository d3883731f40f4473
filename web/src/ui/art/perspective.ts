/** A point over the court in feet: x across (0–20), y along (0–44), z up. */
export type Point = readonly [x: number, y: number, z?: number];

/** How a scene is drawn: from `eye`, looking at `target`. */
export interface Camera {
  eye: Point;
  target: Point;
  /** The size of a foot in the picture if it is one foot away from the eye; at twice the distance it is half as large. */
  zoom: number;
  /** The place of the target in the picture: [left, top]. */
  centre: readonly [number, number];
}

type Vector = readonly [number, number, number];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
};
const lift = ([x, y, z = 0]: Point): Vector => [x, y, z];

/** Returns a function that projects points of the court to the picture: [left, top]. */
export function project(camera: Camera): (point: Point) => [number, number] {
  const eye = lift(camera.eye);
  const ahead = unit(minus(lift(camera.target), eye));
  const right = unit(cross(ahead, [0, 0, 1]));
  const up = cross(right, ahead);
  return (point) => {
    const seen = minus(lift(point), eye);
    const depth = dot(seen, ahead);
    return [
      camera.centre[0] + (camera.zoom * dot(seen, right)) / depth,
      camera.centre[1] - (camera.zoom * dot(seen, up)) / depth,
    ];
  };
}

/** The SVG path of a polygon. */
export function polygon(to: (point: Point) => [number, number], points: readonly Point[]): string {
  return `M${points
    .map((point) =>
      to(point)
        .map((n) => n.toFixed(1))
        .join(' '),
    )
    .join('L')}Z`;
}

/**
 * The SVG path of a rectangle on the ground. It begins at the corner (`x`, `y`) and is `width` feet wide across the
 * court and `length` feet long along it.
 */
export function floor(
  to: (point: Point) => [number, number],
  x: number,
  y: number,
  width: number,
  length: number,
): string {
  return polygon(to, [
    [x, y],
    [x + width, y],
    [x + width, y + length],
    [x, y + length],
  ]);
}
