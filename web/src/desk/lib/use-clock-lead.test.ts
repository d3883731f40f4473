import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useClockLead } from './use-clock-lead';

const DAY = 86_400_000;

interface Kept {
  ahead: number;
  measurement: number;
  keptAt?: number;
}

test('two boards that were measured before and after the clock of the device was set do not call each other for ever', () => {
  const before = { ahead: 0, measurement: 1 };
  const after = { ahead: -3 * DAY, measurement: 2 };
  const { result } = renderHook(() => {
    const clock = useClockLead();
    // The clock of the device is three days ahead now, and the day that is shown follows the server's time.
    clock.take(clock.ahead === 0 ? after : before);
    return clock.ahead;
  });
  expect(result.current).toBe(-3 * DAY);
});

test('what an earlier visit measured counts until this one has measured', () => {
  const { result, rerender } = renderHook<number, Kept>(
    (kept) => {
      const clock = useClockLead();
      clock.take(kept);
      return clock.ahead;
    },
    { initialProps: { ahead: 400, measurement: 7, keptAt: 1 } },
  );
  expect(result.current).toBe(400);
  rerender({ ahead: 250, measurement: 1 });
  expect(result.current).toBe(250);
});
