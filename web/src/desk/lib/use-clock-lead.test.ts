import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useClockLead } from './use-clock-lead';

const DAY = 86_400_000;

interface Kept {
  ahead: number;
  measurement: number;
  keptAt?: number;
}

test('two boards measured before and after the device’s clock was set do not replace each other without end', () => {
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

test('the measurement of an earlier visit counts until this visit has one', () => {
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

test('what is known from other screens counts until there is a board', () => {
  const { result, rerender } = renderHook<number, { kept?: Kept }>(
    ({ kept }) => {
      const clock = useClockLead(-600_000);
      clock.take(kept);
      return clock.ahead;
    },
    { initialProps: {} },
  );
  expect(result.current).toBe(-600_000);
  rerender({ kept: { ahead: -590_000, measurement: 1 } });
  expect(result.current).toBe(-590_000);
});

test('a measurement of the same clock, which differs by the time that an answer takes, changes nothing', () => {
  const { result, rerender } = renderHook<number, Kept>(
    (kept) => {
      const clock = useClockLead();
      clock.take(kept);
      return clock.ahead;
    },
    { initialProps: { ahead: 400, measurement: 1 } },
  );
  rerender({ ahead: 120, measurement: 2 });
  expect(result.current).toBe(400);
  // A clock that runs wrong is noticed: the measurement is compared with the one that counts, not with the last one.
  rerender({ ahead: -150, measurement: 3 });
  expect(result.current).toBe(-150);
});
