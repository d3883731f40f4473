import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hoursInView } from './hours-in-view';

const boardStyles = readFileSync('src/desk/board/board.css', 'utf8');

const count = (width: number) => {
  const { first, end } = hoursInView(0, 24, width);
  return end - first;
};

test('as many hours are in view as the style sheet has fill the width', () => {
  // The grid is 106 px narrower than the window, its border included.
  const steps = [...boardStyles.matchAll(/width >= (\d+)px\) \{\s+--fit: (\d+)/g)].map(([, width, fit]) => ({
    width: Number(width) + 106,
    fit: Number(fit),
  }));
  expect(steps).toHaveLength(9);
  for (const { width, fit } of steps.filter((step) => step.width >= 640)) {
    expect(count(width), `${width} px`).toBe(fit);
    expect(count(width - 1), `${width - 1} px`).toBe(fit - 1);
  }
  expect(count(320)).toBe(3);
  expect(count(3_840)).toBe(12);
});

test('hours in view begin with the first shown one, or end with the last of the day', () => {
  expect(hoursInView(4, 17, 1_024)).toEqual({ first: 4, end: 11 });
  expect(hoursInView(14, 17, 1_024)).toEqual({ first: 10, end: 17 });
  expect(hoursInView(2, 5, 1_024)).toEqual({ first: 0, end: 7 });
});
