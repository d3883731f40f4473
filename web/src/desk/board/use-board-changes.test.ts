import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel } from '@/desk/day/board-model';
import { useBoardChanges } from './use-board-changes';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(sampleInstant(1104)) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Follows the boards that are passed in, the first one at once. */
function follow(first: ReturnType<typeof sampleBoard>) {
  return renderHook(
    ({ board }) =>
      useBoardChanges(
        board,
        boardModel(board, Date.now()).rows.flatMap(({ cells }) => cells),
        (changed) => `${changed.length} changed`,
      ),
    { initialProps: { board: first } },
  );
}

test('the same sentence is announced again, because the region is empty before it', () => {
  const boardAt = (version: number) =>
    sampleBoard({ version: `v${version}`, bookings: [sampleBoardBooking({ version })] });
  const { result, rerender } = follow(boardAt(1));
  const said = [result.current.announcement];
  for (const version of [2, 3]) {
    rerender({ board: boardAt(version) });
    said.push(result.current.announcement);
    act(() => void vi.advanceTimersByTime(5_000));
    said.push(result.current.announcement);
  }
  expect(said).toEqual(['', '', '1 changed', '', '1 changed']);
});

test('a change of one day is neither marked nor announced on the board of another day', () => {
  const { result, rerender } = follow(sampleBoard({ bookings: [sampleBoardBooking()] }));
  rerender({ board: sampleBoard({ version: 'v2' }) });
  expect([...result.current.changed]).toEqual(['free 23 1140']);
  rerender({ board: sampleBoard({ version: 'v3', day: '2026-11-23' }) });
  expect([...result.current.changed]).toEqual([]);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(result.current.announcement).toBe('');
});
