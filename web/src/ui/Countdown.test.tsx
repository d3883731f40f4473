import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './Countdown';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T13:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Advances the time second by second, as on a visible page. */
function pass(seconds: number) {
  for (let i = 0; i < seconds; i += 1) act(() => void vi.advanceTimersByTime(1000));
}

test('the countdown is announced at five minutes, one minute and thirty seconds, and reports its end once', () => {
  const onEnd = vi.fn<() => void>();
  render(<Countdown label="Held for you" endsAt={Date.now() + 600_000} onEnd={onEnd} />);
  const announcement = () => screen.getByRole('status').textContent;
  expect(screen.getByRole('timer').textContent).toBe('10:00');
  expect(announcement()).toBe('');
  pass(301);
  expect(announcement()).toBe('5 minutes left');
  pass(240);
  expect(announcement()).toBe('1 minute left');
  pass(30);
  expect(announcement()).toBe('30 seconds left');
  expect(onEnd).not.toHaveBeenCalled();
  pass(60);
  expect(screen.getByRole('timer').textContent).toBe('0:00');
  expect(onEnd).toHaveBeenCalledOnce();
});
