import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { toast } from '@/lib/toast';
import { sampleBoard, sampleBoardBooking, sampleMe } from '@/testing/desk-server';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import { BOARD, ME, openDesk, prepareEach } from './desk.test-kit';

prepareEach();
beforeEach(() => switchSingleKeys(true));

const permissions = { 'board.read': 'yes', 'player.find': 'yes', 'player.note': 'yes', 'booking.cancel': 'yes' };

/** Opens the whole desk with a booking opened and the focus on its cell. */
async function openBooking() {
  const { user, place } = openDesk('/desk/v/1/board?open=4820193756', {
    [ME]: () => ({ ...sampleMe, permissions }),
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking()] }),
  });
  await screen.findByRole('button', { name: /^Note/ });
  screen.getByRole('button', { name: /^Court 3, / }).focus();
  return { user, place };
}

const noteField = () => screen.queryByRole('textbox', { name: 'What should colleagues know?' });
/** The keys that the page announces. */
const announcedKeys = () =>
  [...document.querySelectorAll('[aria-keyshortcuts]')]
    .map((element) => element.getAttribute('aria-keyshortcuts') ?? '')
    .toSorted((one, other) => one.localeCompare(other));
const keysDialog = () => screen.queryByRole('dialog', { name: 'Keys' });

test('letters, digits and signs do nothing while they are switched off; Escape still works', async () => {
  const { user, place } = await openBooking();
  switchSingleKeys(false);
  // G and P lead to the players, whom this person may find.
  await user.keyboard('t/5?gp');
  expect(noteField()).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('combobox', { name: /^Phone/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Note/ }).textContent, 'a key that does nothing is not shown').toBe(
    'Note',
  );
  expect(announcedKeys(), 'nor is it announced').toEqual(['Escape']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Note/ })).toBeNull());
  await waitFor(() => expect(place()).toBe('/desk/v/1/board'));
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
