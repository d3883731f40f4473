import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToday } from './use-today';

const MINUTE = 60_000;
const ZONE = 'Asia/Kolkata';
/** 11:50 PM at the venue. */
const SERVER_TIME = '2026-11-22T18:20:00Z';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(SERVER_TIME);
});

afterEach(() => {
  vi.useRealTimers();
});

test('a page that stays open over midnight has the new day', () => {
  const updatedAt = Date.now();
  const { result } = renderHook(() => useToday(ZONE, SERVER_TIME, updatedAt));
  act(() => void vi.advanceTimersByTime(9 * MINUTE));
  expect(result.current).toBe('2026-11-22');
  act(() => void vi.advanceTimersByTime(2 * MINUTE));
  expect(result.current).toBe('2026-11-23');
});

test('the day is that of the server, also on a device whose clock is wrong by hours', () => {
  vi.setSystemTime('2026-11-22T09:00:00Z');
  const updatedAt = Date.now();
  const { result } = renderHook(() => useToday(ZONE, SERVER_TIME, updatedAt));
  act(() => void vi.advanceTimersByTime(11 * MINUTE));
  expect(result.current).toBe('2026-11-23');
});

test('data that were changed on the device, without a new time of the server, keep the day', () => {
  const { result, rerender } = renderHook(({ updatedAt }) => useToday(ZONE, SERVER_TIME, updatedAt), {
    initialProps: { updatedAt: Date.now() },
  });
  act(() => void vi.advanceTimersByTime(11 * MINUTE));
  rerender({ updatedAt: Date.now() });
  expect(result.current).toBe('2026-11-23');
});
