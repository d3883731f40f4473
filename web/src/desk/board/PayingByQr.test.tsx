import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoard, sampleBooking, sampleMe, sampleQr, type DeskReplies } from '@/testing/desk-server';
import type { Qr } from '@/desk/api/money';
import { BOARD, open, prepareEach } from './new-booking.test-kit';
import { BOOKING, ME, ORDER, button, due } from './open-booking.test-kit';

prepareEach();

const DRAWER = 'GET /api/desk/venues/{venue}/shift';
const MAKE = 'POST /api/desk/venues/{venue}/qrs';
const READ = 'GET /api/desk/qrs/{qr}';
const CLOSE = 'DELETE /api/desk/qrs/{qr}';

const permissions = { 'board.read': 'yes', 'booking.make': 'yes', 'attendance.mark': 'yes', 'payment.take': 'yes' };

const code = (changes: Partial<Qr> = {}) =>
  sampleQr({ bookings: [{ order: ORDER, version: 7, due_paise: 85_000 }], ...changes });
const paid = code({
  state: 'paid',
  receipt: 'D1/26-27/000123',
  bookings: [{ order: ORDER, version: 8, due_paise: 0 }],
});

/** A server with a booking of ₹850, whose provider makes codes. */
const served: DeskReplies = {
  [ME]: () => ({ ...sampleMe, permissions }),
  [BOARD]: () => sampleBoard({ bookings: [due] }),
  [BOOKING]: () => sampleBooking({ due_paise: 85_000 }),
  [DRAWER]: () => ({ shift: null, upi: null, provider_qr: true }),
  [MAKE]: () => [201, code()],
  [READ]: () => code(),
};

/** Opens the panel of that booking, and shows a code. */
async function showCode(replies: DeskReplies = {}) {
  const view = open({ ...served, ...replies }, `?open=${ORDER}`);
  await view.user.click(await screen.findByRole('radio', { name: /^UPI/ }));
  await view.user.click(await button('Show a code that marks itself paid'));
  return view;
}

test('the code is shown with amount and time, and changes to paid by itself', async () => {
  let isPaid = false;
  const { user, calls } = await showCode({ [READ]: () => (isPaid ? paid : code()) });
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  expect(calls(MAKE)[0]?.body).toEqual({
    lines: [{ order: ORDER, version: 7, amount_paise: 85_000 }],
    payer: null,
  });
  expect(screen.getByRole('timer').textContent).toMatch(/^Open for 1[56]:\d\d$/);
  isPaid = true;
  await screen.findByText('Paid', { selector: 'p' });
  await screen.findByText('Receipt D1/26-27/000123');
  expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toContain('/api/desk/qrs/5120/receipt');
  await user.click(await button('Done'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay by UPI' })).toBeNull());
  expect(calls(CLOSE), 'a paid code closes by itself').toHaveLength(0);
});

test('cash instead closes the code and goes back to the form', async () => {
  const { user, calls } = await showCode({ [CLOSE]: () => code({ state: 'closed' }) });
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  await user.click(await button('Take cash instead'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay by UPI' })).toBeNull());
  expect(calls(CLOSE)).toHaveLength(1);
  await button('Take ₹850 in cash');
});

test('after Back the code stays open and is shown again with its booking; it closes when the board is left', async () => {
  const { user, calls, back, place } = open({ ...served, [CLOSE]: () => code({ state: 'closed' }) });
  const cell = () => screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, Rohan Mehta/ });
  await user.click(await cell());
  await user.click(await screen.findByRole('radio', { name: /^UPI/ }));
  await user.click(await button('Show a code that marks itself paid'));
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  act(back);
  await waitFor(() => expect(place()).toBe('/v/1/board'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay by UPI' })).toBeNull());

  await user.click(await cell());
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  expect(calls(MAKE)).toHaveLength(1);
  expect(calls(CLOSE)).toHaveLength(0);
  cleanup();
  await waitFor(() => expect(calls(CLOSE).map(({ params }) => params['qr'])).toEqual(['5120']));
});

describe('a code that is still being made when its panel is opened again', () => {
  /** Asks for a code, goes back, and opens the booking again before the answer comes. */
  async function openAgain() {
    const answer = deferred<readonly [201, Qr] | readonly [409, ReturnType<typeof problem>]>();
    const { user, calls, back, place } = open({ ...served, [MAKE]: () => answer.promise });
    const cell = () => screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, Rohan Mehta/ });
    await user.click(await cell());
    await user.click(await screen.findByRole('radio', { name: /^UPI/ }));
    await user.click(await button('Show a code that marks itself paid'));
    await waitFor(() => expect(calls(MAKE)).toHaveLength(1));
    act(back);
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay by UPI' })).toBeNull());
    await user.click(await cell());
    await screen.findByRole('dialog', { name: 'Pay by UPI' });
    return { answer, calls };
  }

  test('is shown when it is made, and not asked for twice', async () => {
    const { answer, calls } = await openAgain();
    answer.resolve([201, code()]);
    await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
    expect(calls(MAKE)).toHaveLength(1);
  });

  test('is said not to exist if it is refused', async () => {
    const { answer, calls } = await openAgain();
    answer.resolve([409, problem('qr_off')]);
    await screen.findByText('There is no code');
    expect(calls(MAKE)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

test('a code that is made only after the board was left is closed, because nothing shows it', async () => {
  const answer = deferred<readonly [201, Qr]>();
  const { calls } = await showCode({ [MAKE]: () => answer.promise, [CLOSE]: () => code({ state: 'closed' }) });
  await waitFor(() => expect(calls(MAKE)).toHaveLength(1));
  cleanup();
  expect(calls(CLOSE)).toHaveLength(0);
  answer.resolve([201, code()]);
  await waitFor(() => expect(calls(CLOSE).map(({ params }) => params['qr'])).toEqual(['5120']));
});

test('the answer to closing a code that was left by Back does not hide the code of another booking', async () => {
  const closed = deferred<Qr>();
  let made = 0;
  const { user, calls, back, place, queryClient } = open({
    ...served,
    [BOARD]: () => sampleBoard({ bookings: [due, { ...due, order: '4820193757', court: 22, name: 'Asha Patel' }] }),
    [BOOKING]: ({ params }) => sampleBooking({ order: params['order'], due_paise: 85_000 }),
    [MAKE]: () => {
      made += 1;
      return [201, code({ id: String(made) })];
    },
    [READ]: ({ params }) => code({ id: params['qr'] }),
    [CLOSE]: ({ params }) => (params['qr'] === '1' ? closed.promise : code({ id: '2', state: 'closed' })),
  });
  const show = async (cell: RegExp) => {
    await user.click(await button(cell));
    await user.click(await screen.findByRole('radio', { name: /^UPI/ }));
    await user.click(await button('Show a code that marks itself paid'));
    await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  };
  await show(/^Court 3, 7 to 8 PM, Rohan Mehta/);
  await user.click(await button('Take cash instead'));
  await waitFor(() => expect(calls(CLOSE)).toHaveLength(1));
  act(back);
  await waitFor(() => expect(place()).toBe('/v/1/board'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay by UPI' })).toBeNull());
  await show(/^Court 2, 7 to 8 PM, Asha Patel/);
  closed.resolve(code({ id: '1', state: 'closed' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(screen.getByRole('img', { name: 'QR code: ₹850 by UPI' })).toBeTruthy();
  await user.click(await button('Take cash instead'));
  await waitFor(() => expect(calls(CLOSE).at(-1)?.params['qr']).toBe('2'));
});

test('a code that was paid while it was being closed is shown as paid', async () => {
  const { user } = await showCode({ [CLOSE]: () => paid });
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  await user.click(await button('Take cash instead'));
  expect(await screen.findByText('Paid', { selector: 'p' })).toBeTruthy();
});

test('a closed code says so, and a new one can be made', async () => {
  let made = 0;
  const { user, calls } = await showCode({
    [MAKE]: () => {
      made += 1;
      return [201, code({ id: String(made) })];
    },
    [READ]: ({ params }) => (params['qr'] === '1' ? code({ id: '1', state: 'closed' }) : code({ id: '2' })),
  });
  await screen.findByText('This code is closed. Do not pay by it any more.');
  await user.click(await button('Make a new code'));
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  expect(calls(MAKE)).toHaveLength(2);
});

test('a refusal to make a code after one that is closed is shown beside it', async () => {
  let made = 0;
  const { user } = await showCode({
    [MAKE]: () => {
      made += 1;
      return made === 1 ? [201, code()] : [409, problem('more_than_due')];
    },
    [READ]: () => code({ state: 'closed' }),
  });
  await user.click(await button('Make a new code'));
  await screen.findByText('Less than that is due by now. Look at the amount again.');
  expect(screen.getByText('This code is closed. Do not pay by it any more.')).toBeTruthy();
});

test.each([
  ['order_closed', 'after the booking was cancelled'],
  ['paid_late', 'after the player’s account was locked to be erased'],
] as const)('money that came too late is shown with its outcome: %s', async (reason, when) => {
  await showCode({
    [READ]: () => code({ state: 'closed', refunded: { amount_paise: 85_000, reason } }),
  });
  expect(await screen.findByText(`₹850 came by this code ${when}. It goes back to the payer.`)).toBeTruthy();
});

test('a refusal to make a code is shown, and the code can be requested again', async () => {
  let isDown = true;
  const { user } = await showCode({ [MAKE]: () => (isDown ? [409, problem('qr_off')] : [201, code()]) });
  await screen.findByText('Codes of the payment provider are switched off. Take the money another way.');
  isDown = false;
  await user.click(await button('Try again'));
  expect(await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' })).toBeTruthy();
});

test('a code that is only an image is shown by its address', async () => {
  await showCode({ [MAKE]: () => [201, code({ content: null })], [READ]: () => code({ content: null }) });
  const link = await screen.findByRole('link', { name: 'Open the image' });
  expect(link.getAttribute('href')).toBe('https://rzp.io/i/BWcUVrLp');
});

test('if the provider makes no codes, none is offered', async () => {
  const view = open(
    {
      ...served,
      [DRAWER]: () => ({ shift: null, upi: { address: 'oldmill@okbank', name: 'Old Mill' }, provider_qr: false }),
    },
    `?open=${ORDER}`,
  );
  await view.user.click(await screen.findByRole('radio', { name: /^UPI/ }));
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI to Old Mill' });
  expect(screen.queryByRole('button', { name: 'Show a code that marks itself paid' })).toBeNull();
});
