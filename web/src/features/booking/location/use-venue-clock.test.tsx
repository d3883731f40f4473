import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
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

/** Opens a screen this many milliseconds after the server reported its time to a device with this clock. */
function openAfter(milliseconds: number, deviceTime = SERVER_TIME) {
  vi.setSystemTime(deviceTime);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(appConfigQuery.queryKey, { ...config, server_time: SERVER_TIME });
  vi.setSystemTime(Date.now() + milliseconds);
  return renderHook(() => useVenueClock(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}

test('the time goes on from what the server reported before the screen was opened', () => {
  const { result } = openAfter(8 * MINUTE);
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 18 * 60 + 58 });
});

test('the time goes on while the screen is open', () => {
  const { result } = openAfter(0);
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 18 * 60 + 50 });
  act(() => void vi.advanceTimersByTime(15 * MINUTE));
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 19 * 60 + 5 });
});

test('a device whose clock is wrong by hours shows the server’s time', () => {
  const { result } = openAfter(8 * MINUTE, '2026-11-21T09:00:00Z');
  expect(result.current).toEqual({ today: '2026-11-21', minutes: 18 * 60 + 58 });
});
