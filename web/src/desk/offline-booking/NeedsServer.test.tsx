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

function show(
  permissions: Record<string, string>,
  {
    isRetired = false,
    isOver = false,
    ...changes
  }: { isRetired?: boolean; isOver?: boolean } & Parameters<typeof sampleBoardBooking>[0] = {},
) {
  render(
    <>
      <input aria-label="Note" />
      <NeedsServer
        me={{ ...sampleMe, permissions }}
        isRetired={isRetired}
        isOver={isOver}
        booking={sampleBoardBooking(changes)}
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

function names(): (string | null)[] {
  return screen.queryAllByRole('button').map(({ textContent }) => textContent);
}

test('only what can be done with a network is shown', () => {
  show(ALL, { isRetired: true });
  expect(names()).toEqual(['Cancel booking']);
  cleanup();
  show(ALL, { attendance: 'absent' });
  expect(names()).toEqual(['Add an hour', 'Cancel booking']);
  cleanup();
  show({ ...ALL, 'payment.void': 'yes' }, { isOver: true });
  expect(names()).toEqual(['Void']);
  cleanup();
  show(ALL, { isOver: true });
  expect(screen.queryByText('Needs the network')).toBeNull();
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
