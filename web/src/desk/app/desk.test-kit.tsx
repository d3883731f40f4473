import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { sampleBoard, sampleBooking, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { forgetToasts } from '@/testing/toasts';
import { queryClient } from '@/desk/api/query-client';
import { createDeskRouter } from './router';

// Loaded now: compiling its modules would take long within a test.
await import('@/desk/board/BoardPanel');

// A busy machine makes the steps slow; that must not fail them.
configure({ asyncUtilTimeout: 5_000 });

export const ME = 'GET /api/desk/me';
export const BOARD = 'GET /api/desk/venues/{venue}/board';

/** Prepares each test of a file: 6:24 PM of the sample day, empty local storage, no toasts. */
export function prepareEach(): void {
  beforeEach(() => {
    localStorage.clear();
    forgetToasts();
    vi.setSystemTime('2026-11-22T12:54:00Z');
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
}

/** Opens the whole desk at an address; `replies` replaces single replies of the server. */
export function openDesk(at: string, replies: DeskReplies = {}) {
  serveDesk({
    [ME]: () => sampleMe,
    [BOARD]: () => sampleBoard(),
    'GET /api/desk/bookings/{order}': () => sampleBooking(),
    'GET /api/desk/me/passkeys': () => ({ passkeys: [] }),
    'GET /api/desk/me/sessions': () => ({ sessions: [] }),
    ...replies,
  });
  const history = createMemoryHistory({ initialEntries: [at] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createDeskRouter(history)} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), place: () => history.location.href };
}
