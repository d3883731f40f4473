import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { primeHoursQuery, reportQuery, type PrimeHourList, type Report, type ReportName } from './report';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often a report is read that is shown for a little more than two minutes. */
async function readsOf(name: ReportName): Promise<number> {
  const read = vi.fn(() => Promise.resolve({} as Report));
  const options = reportQuery({ name, venue: 1, days: null, isCompared: false });
  const observer = new QueryObserver(new QueryClient(), { ...options, queryFn: read });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(121_000);
  leave();
  return read.mock.calls.length;
}

/** The same of the list of the courts behind the free prime hours. */
async function readsOfCourts(): Promise<number> {
  const read = vi.fn(() => Promise.resolve({} as PrimeHourList));
  const observer = new QueryObserver(new QueryClient(), { ...primeHoursQuery(1), queryFn: read });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(121_000);
  leave();
  return read.mock.calls.length;
}

test('free prime hours are read again each minute, because they begin and are booked while they are shown', async () => {
  expect(await readsOf('prime-hours')).toBe(3);
  expect(await readsOfCourts()).toBe(3);
  expect(await readsOf('occupancy')).toBe(1);
});
