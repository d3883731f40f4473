import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleBoardBooking, sampleMe } from '@/testing/desk-server';
import { forgetToasts, toastTexts } from '@/testing/toasts';
import { drawerQuery } from '@/desk/api/money';
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
    hasQr,
    ...changes
  }: { isRetired?: boolean; isOver?: boolean; hasQr?: boolean } & Parameters<typeof sampleBoardBooking>[0] = {},
) {
  const queryClient = new QueryClient();
  if (hasQr !== undefined) {
    queryClient.setQueryData(drawerQuery(1).queryKey, { shift: null, upi: null, provider_qr: hasQr });
  }
  render(
    <QueryClientProvider client={queryClient}>
      <input aria-label="Note" />
      <NeedsServer
        me={{ ...sampleMe, permissions }}
        venue={1}
        isRetired={isRetired}
        isOver={isOver}
        booking={sampleBoardBooking(changes)}
        connection="no_network"
      />
    </QueryClientProvider>,
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

test('a code that marks itself paid is shown only where the provider makes one', () => {
  show({ 'payment.take': 'yes' }, { due_paise: 85_000, hasQr: true });
  expect(names()).toEqual(['Show a code that marks itself paid']);
  cleanup();
  show({ 'payment.take': 'yes' }, { due_paise: 85_000, hasQr: false });
  expect(names()).toEqual([]);
  cleanup();
  show({ 'payment.take': 'yes' }, { due_paise: 85_000 });
  expect(names()).toEqual([]);
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
