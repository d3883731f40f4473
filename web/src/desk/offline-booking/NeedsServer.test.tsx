import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleBoardBooking, sampleMe } from '@/testing/desk-server';
import { forgetToasts, toastTexts } from '@/testing/toasts';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import { NeedsServer } from './NeedsServer';

beforeEach(() => {
  forgetToasts();
});
afterEach(() => {
  switchSingleKeys(true);
  cleanup();
});

function show(permissions: Record<string, string>, isRetired = false) {
  render(
    <>
      <input aria-label="Note" />
      <NeedsServer
        me={{ ...sampleMe, permissions }}
        isRetired={isRetired}
        booking={sampleBoardBooking({})}
        connection="no_network"
      />
    </>,
  );
  return userEvent.setup();
}

const ALL = { 'booking.move': 'yes', 'booking.extend': 'yes', 'booking.cancel': 'yes' };

test.each(['e', 'E', 'm', 'x'])('the key %s says why it does nothing', async (key) => {
  const user = show(ALL);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add an hour' }).disabled).toBe(true);
  await user.keyboard(key);
  expect(toastTexts()).toEqual(['Needs the network']);
});

test('at a retired venue only what can be done there with a network is shown', () => {
  show(ALL, true);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel booking']);
});

test('a letter in a field, a key that is switched off and a key without its permission do nothing', async () => {
  const user = show({ 'booking.move': 'yes' });
  await user.keyboard('e');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'me');
  (document.activeElement as HTMLElement).blur();
  switchSingleKeys(false);
  await user.keyboard('m');
  expect(toastTexts()).toEqual([]);
});
