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

test('the same sentence is announced again, because the region is empty before it', () => {
  const boardAt = (version: number) =>
    sampleBoard({ version: `v${version}`, bookings: [sampleBoardBooking({ version })] });
  const { result, rerender } = renderHook(
    ({ board }) =>
      useBoardChanges(
        board,
        boardModel(board, Date.now()).rows.flatMap(({ cells }) => cells),
        (changed) => `${changed.length} changed`,
      ),
    { initialProps: { board: boardAt(1) } },
  );
  const said = [result.current.announcement];
  for (const version of [2, 3]) {
    rerender({ board: boardAt(version) });
    said.push(result.current.announcement);
    act(() => void vi.advanceTimersByTime(5_000));
    said.push(result.current.announcement);
  }
  expect(said).toEqual(['', '', '1 changed', '', '1 changed']);
});
