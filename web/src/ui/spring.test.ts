import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/ui/theme.css', 'utf8');
const STIFFNESS = 250;
const DAMPING = 25;

/** Position of a mass of 1 on the spring after this many seconds, on its way from 0 to 1. */
function spring(seconds: number): number {
  const decay = DAMPING / 2;
  const frequency = Math.sqrt(STIFFNESS - decay ** 2);
  const swing = Math.cos(frequency * seconds) + (decay / frequency) * Math.sin(frequency * seconds);
  return 1 - Math.exp(-decay * seconds) * swing;
}

test('the sheet moves on a spring of stiffness 250 and damping 25', () => {
  const points = /--ease-sheet: linear\(([^)]+)\)/.exec(css)?.[1]?.split(',').map(Number) ?? [];
  const seconds = Number(/transition: transform (\d+)ms var\(--ease-sheet\)/.exec(css)?.[1]) / 1000;
  expect(points.length).toBeGreaterThan(20);
  // The last point is the rest position; the spring is then within two thousandths of it.
  for (const [at, point] of points.slice(0, -1).entries()) {
    expect(point, `after ${at} steps`).toBeCloseTo(spring((at / (points.length - 1)) * seconds), 3);
  }
  expect(points.at(-1)).toBe(1);
  expect(Math.abs(1 - spring(seconds))).toBeLessThan(0.002);
});
