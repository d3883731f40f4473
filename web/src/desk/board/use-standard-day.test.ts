import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleInstant } from '@/testing/desk-server';
import { useStandardDay } from './use-standard-day';

const DAY_MILLISECONDS = 24 * 60 * 60_000;
const BEFORE_MIDNIGHT = Date.parse(sampleInstant(1439));
const AFTER_MIDNIGHT = Date.parse(sampleInstant(1441));

afterEach(cleanup);

const show = (initialProps: { now: number; ahead?: number; isPanelOpen: boolean }) =>
  renderHook(({ now, ahead = 0, isPanelOpen }) => useStandardDay('Asia/Kolkata', now, ahead, isPanelOpen), {
    initialProps,
  });

test('at midnight the next day is shown', () => {
  const { result, rerender } = show({ now: BEFORE_MIDNIGHT, isPanelOpen: false });
  expect(result.current).toBe('2026-11-22');
  rerender({ now: AFTER_MIDNIGHT, isPanelOpen: false });
  expect(result.current).toBe('2026-11-23');
});

test('a panel keeps its day over midnight until it is closed', () => {
  const { result, rerender } = show({ now: BEFORE_MIDNIGHT, isPanelOpen: false });
  rerender({ now: BEFORE_MIDNIGHT, isPanelOpen: true });
  rerender({ now: AFTER_MIDNIGHT, isPanelOpen: true });
  expect(result.current).toBe('2026-11-22');
  rerender({ now: AFTER_MIDNIGHT, isPanelOpen: false });
  expect(result.current).toBe('2026-11-23');
  rerender({ now: AFTER_MIDNIGHT, isPanelOpen: true });
  expect(result.current).toBe('2026-11-23');
});

test('the day of a panel follows the clock of the server, which is known only with the first board', () => {
  const device = BEFORE_MIDNIGHT - DAY_MILLISECONDS;
  const { result, rerender } = show({ now: device, isPanelOpen: true });
  expect(result.current).toBe('2026-11-21');
  rerender({ now: BEFORE_MIDNIGHT, ahead: DAY_MILLISECONDS, isPanelOpen: true });
  expect(result.current).toBe('2026-11-22');
});
