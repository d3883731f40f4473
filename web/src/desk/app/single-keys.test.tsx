import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '@/lib/toast';
import { sampleBoard, sampleBoardBooking, sampleBooking, sampleMe, serveDesk } from '@/testing/desk-server';
import { queryClient } from '@/desk/api/query-client';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import { createDeskRouter } from './router';

// The board loads its panel by itself; here that would take as long as compiling its modules.
await import('@/desk/board/BoardPanel');
// A busy machine makes the steps slow; that must not fail them.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => {
  localStorage.clear();
  switchSingleKeys(true);
  vi.setSystemTime('2026-11-22T12:54:00Z');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const permissions = { 'board.read': 'yes', 'player.find': 'yes', 'player.note': 'yes', 'booking.cancel': 'yes' };

/** Opens the whole desk with a booking opened and the focus on its cell. */
async function openBooking() {
  serveDesk({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
    'GET /api/desk/venues/{venue}/board': () => sampleBoard({ bookings: [sampleBoardBooking()] }),
    'GET /api/desk/bookings/{order}': () => sampleBooking(),
    'GET /api/desk/me/passkeys': () => ({ passkeys: [] }),
    'GET /api/desk/me/sessions': () => ({ sessions: [] }),
  });
  const history = createMemoryHistory({ initialEntries: ['/desk/v/1/board?open=4820193756'] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createDeskRouter(history)} />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: /^Note/ });
  screen.getByRole('button', { name: /^Court 3, / }).focus();
  return { user: userEvent.setup() };
}

const noteField = () => screen.queryByRole('textbox', { name: 'What should colleagues know?' });
/** The keys that the page announces. */
const announcedKeys = () =>
  [...document.querySelectorAll('[aria-keyshortcuts]')]
    .map((element) => element.getAttribute('aria-keyshortcuts') ?? '')
    .toSorted((one, other) => one.localeCompare(other));
const keysDialog = () => screen.queryByRole('dialog', { name: 'Keys' });

test('letters, digits and signs do nothing while they are switched off; Escape still works', async () => {
  const { user } = await openBooking();
  switchSingleKeys(false);
  await user.keyboard('t/5?gm');
  expect(noteField()).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('combobox', { name: /^Phone/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Note/ }).textContent, 'a key that does nothing is not shown').toBe(
    'Note',
  );
  expect(announcedKeys(), 'nor is it announced').toEqual(['Escape']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Note/ })).toBeNull());
});

test('the keys that are announced come back with the switch, also that of a toast', async () => {
  await openBooking();
  act(() => toast.undoable('It is done.', { label: 'Undo', key: 'Z', run: () => {} }, 60_000));
  const before = announcedKeys();
  expect(before).toEqual(expect.arrayContaining(['/', 'Escape', 'T', 'X', 'Z', '[', ']']));
  act(() => switchSingleKeys(false));
  expect(announcedKeys()).toEqual(['Escape']);
  act(() => switchSingleKeys(true));
  expect(announcedKeys()).toEqual(before);
});

test('? shows all keys, and the switch there works at once and is kept on this device', async () => {
  const { user } = await openBooking();
  await user.keyboard('?');
  const single = await screen.findByRole('switch', { name: 'Single-letter keys' });
  expect(keysDialog()?.textContent).toContain('Find a booking or a player');
  expect(single.getAttribute('aria-checked')).toBe('true');
  await user.click(single);
  expect(single.getAttribute('aria-checked')).toBe('false');
  expect(localStorage.getItem('desk_single_keys')).toBe('off');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(keysDialog()).toBeNull());
  screen.getByRole('button', { name: /^Court 3, / }).focus();
  await user.keyboard('t?');
  expect(noteField()).toBeNull();
  expect(keysDialog()).toBeNull();
  switchSingleKeys(true);
  expect(localStorage.getItem('desk_single_keys')).toBeNull();
  await user.keyboard('t');
  expect(noteField()).not.toBeNull();
});

test('? is a character in a field', async () => {
  const { user } = await openBooking();
  await user.keyboard('t');
  await user.keyboard('Left-handed?');
  expect(keysDialog()).toBeNull();
  expect((noteField() as HTMLTextAreaElement).value).toBe('Left-handed?');
});
