import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSingleFlight } from './use-single-flight';

test('a second call while the first runs is dropped, and the next one after it goes through', async () => {
  let started = 0;
  const ends: (() => void)[] = [];
  const { result } = renderHook(() =>
    useSingleFlight(async () => {
      started += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  let first: Promise<void> = Promise.resolve();
  act(() => {
    first = result.current[0]();
    void result.current[0]();
  });
  expect([started, result.current[1]]).toEqual([1, true]);
  await act(async () => {
    ends[0]?.();
    await first;
  });
  expect(result.current[1]).toBe(false);
  act(() => void result.current[0]());
  expect(started).toBe(2);
});
