import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appConfigQuery } from '@/api/app-config';
import { config } from '@/testing/stand-in-server';
import { useVenueClock } from './use-venue-clock';

const MINUTE = 60_000;
/** 6:50 PM at the venues. */
const SERVER_TIME = '2026-11-21T13:20:00Z';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** The app this many milliseconds after the server reported its time to a device with this clock. */
function appAfter(milliseconds: number, deviceTime = SERVER_TIME) {
  vi.setSystemTime(deviceTime);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(appConfigQuery.queryKey, { ...config, server_time: SERVER_TIME });
  vi.setSystemTime(Date.now() + milliseconds);
  return function App({ children }: { children: ReactNode }) {
    return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  };
}

const openAfter = (milliseconds: number, deviceTime?: string) =>
  renderHook(() => useVenueClock(), { wrapper: appAfter(milliseconds, deviceTime) });

test('the time goes on from what the server reported before the screen was opened', () => {
  const { result } = openAfter(8 * MINUTE);
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 18 * 60 + 58 });
});

test('a device whose clock is wrong by hours shows the server’s time', () => {
  const { result } = openAfter(8 * MINUTE, '2026-11-21T09:00:00Z');
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 18 * 60 + 58 });
});

test('a screen that stays open shows a new hour, and renders for nothing else', () => {
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useVenueClock();
    },
    { wrapper: appAfter(0) },
  );
  const before = renders;
  act(() => void vi.advanceTimersByTime(9 * MINUTE));
  expect(renders).toBe(before);
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 18 * 60 + 50 });
  act(() => void vi.advanceTimersByTime(2 * MINUTE));
  expect(result.current?.minutes).toBeGreaterThanOrEqual(19 * 60);
});

test('hydration repeats the time of the page from the server, and no other time is shown right after', () => {
  const shown: unknown[] = [];
  function Minutes() {
    const minutes = useVenueClock()?.minutes;
    shown.push(minutes);
    return <p>{minutes}</p>;
  }
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = `<p>${18 * 60 + 50}</p>`;
  render(<Minutes />, { container, hydrate: true, wrapper: appAfter(20 * MINUTE) });
  expect(new Set(shown)).toEqual(new Set([18 * 60 + 50]));
  act(() => void vi.advanceTimersByTime(MINUTE));
  expect(Number(container.textContent)).toBeGreaterThanOrEqual(19 * 60);
});
