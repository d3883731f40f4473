import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBoard, sampleInstant } from '@/testing/desk-server';
import type { Board } from '@/desk/api/board';
import { boardModel } from '@/desk/day/board-model';
import { HoldBar } from './CellContent';

const NOW = sampleInstant(1104);

beforeEach(() => {
  vi.setSystemTime(NOW);
});
afterEach(cleanup);

const holdOf = (since: number, until: number): Board['holds'][number] => ({
  court: 21,
  minute: 1140,
  minutes: 60,
  since: sampleInstant(since),
  until: sampleInstant(until),
  paying: false,
});

/** Shows the bar of a hold and returns the line under its text; null if it has none. */
function lineOf(hold: Board['holds'][number]) {
  const { rows } = boardModel(sampleBoard({ holds: [hold] }), Date.parse(NOW));
  const cell = rows.flatMap(({ cells }) => cells).find(({ kind }) => kind === 'hold');
  if (cell?.kind !== 'hold') throw new Error('the hold is not on the board');
  const { container } = render(<HoldBar cell={cell} ahead={0} />);
  return container.querySelector<HTMLElement>('[style]');
}

test.each([
  ['half of a hold of 20 minutes', 1094, 1114, '0.500'],
  ['all of a hold of four minutes that has just begun', 1104, 1108, '1.000'],
  ['the rest of a hold that its payment made longer after five minutes', 1099, 1124, '0.800'],
])('the line is as long as %s', (_, since, until, part) => {
  expect(lineOf(holdOf(since, until))?.style.transform).toBe(`scaleX(${part})`);
});

test('a hold whose begin is not known, as an earlier version of the server sends it, counts down without a line', () => {
  const { since: _, ...former } = holdOf(1094, 1114);
  expect(lineOf(former as Board['holds'][number])).toBeNull();
  expect(screen.getByText('10:00 left')).toBeTruthy();
});
