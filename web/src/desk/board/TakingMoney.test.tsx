import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { setServerAway } from '@/lib/online';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleBookingPayment,
  sampleInstant,
  sampleMe,
} from '@/testing/desk-server';
import { toastTexts } from '@/testing/toasts';
import { BOARD, prepareEach } from './new-booking.test-kit';
import {
  APPROVERS,
  BOOKING,
  FLOAT,
  ME,
  ORDER,
  TAKE,
  approvers,
  button,
  due,
  linesOf,
  moneyForm,
  openCounter,
  permissions,
  sumOf,
} from './open-booking.test-kit';

prepareEach();

const VOID = 'POST /api/desk/payments/{payment}/void';

const cell = () => screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, Rohan Mehta/ });

test('Enter on the opened cell takes all that is due in cash', async () => {
  const { user, calls } = openCounter();
  await button('Take ₹850 in cash');
  (await cell()).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['₹850 taken, receipt D1/26-27/000123']));
  expect(calls(TAKE).map(({ body }) => body)).toEqual([
    { tender: 'cash', lines: [{ order: ORDER, version: 7, amount_paise: 85_000 }], payer: null, reference: null },
  ]);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Take money' })).toBeNull());
  expect(screen.queryByText(/just now/), 'no notice of the own change').toBeNull();
});

test('Enter that is still held down from opening the booking takes nothing', async () => {
  const { calls } = openCounter();
  let presses = 0;
  const take = await button('Take ₹850 in cash');
  take.addEventListener('click', () => {
    presses += 1;
  });
  const enter = async (repeat: boolean) => fireEvent.keyDown(await cell(), { key: 'Enter', repeat });
  expect(await enter(true), 'the browser would press the cell').toBe(false);
  expect(presses).toBe(0);
  await enter(false);
  expect(presses, 'the control').toBe(1);
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
});

test('two taps are one payment', async () => {
  const { user, calls } = openCounter();
  await user.dblClick(await button('Take ₹850 in cash'));
  await waitFor(() => expect(toastTexts()).toHaveLength(1));
  expect(calls(TAKE)).toHaveLength(1);
});

test('a person without the permission gets no form to take money', async () => {
  openCounter({ [ME]: () => ({ ...sampleMe, permissions: { 'board.read': 'yes', 'attendance.mark': 'yes' } }) });
  await button(/^Check in/);
  expect(screen.queryByRole('form', { name: 'Take money' })).toBeNull();
});

test('a key chooses the tender, and the reference is sent with the payment', async () => {
  const { user, calls } = openCounter();
  await moneyForm();
  (await cell()).focus();
  await user.keyboard('u');
  await user.type(await screen.findByLabelText('Last digits of the UPI or slip number'), '4417{Enter}');
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  expect(calls(TAKE)[0]?.body).toMatchObject({ tender: 'upi_own', reference: '4417' });
});

test('the change for a note is shown, and too little cash is refused', async () => {
  const { user, calls } = openCounter();
  await user.click(await button('₹1,000'));
  await screen.findByText('₹1,000 given · ₹150 back');
  const given = screen.getByLabelText('Given, ₹');
  await user.clear(given);
  await user.type(given, '800{Enter}');
  await screen.findByText('₹50 is missing');
  expect(calls(TAKE)).toEqual([]);
});

test('the paise of a sum are rounded off in cash and not otherwise', async () => {
  const { user } = openCounter({}, sampleBooking({ due_paise: 85_050 }));
  await button('Take ₹850 in cash');
  await screen.findByText('₹0.50 is rounded off.');
  await user.click(screen.getByRole('radio', { name: /^Card/ }));
  expect(await button('Take ₹850.50 by card')).toBeTruthy();
});

test('a part is taken with the name of its payer, and the rest stays due', async () => {
  const { user, calls } = openCounter();
  await user.click(await button('Part, split, payer'));
  const amount = await screen.findByLabelText('Amount, in rupees');
  await user.clear(amount);
  await user.type(amount, '900{Enter}');
  await screen.findByText('More than ₹0 and at most ₹850');
  await user.clear(amount);
  await user.type(amount, '300.50{Enter}');
  await screen.findByText('In cash only whole rupees');
  expect(calls(TAKE)).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '300');
  await user.type(screen.getByLabelText('Who pays, if not the player'), 'Devang Shah');
  await user.click(await button('Take ₹300 in cash'));
  await button('Take ₹550 in cash');
  expect(calls(TAKE)[0]?.body).toMatchObject({
    payer: 'Devang Shah',
    lines: [{ order: ORDER, version: 7, amount_paise: 30_000 }],
  });
  expect(screen.getByLabelText<HTMLInputElement>('Who pays, if not the player').value).toBe('');
});

test('the second press of a double click that takes a part does not take the rest', async () => {
  const { user, calls } = openCounter();
  await user.click(await button('Part, split, payer'));
  const amount = await screen.findByLabelText('Amount, in rupees');
  await user.clear(amount);
  await user.type(amount, '300');
  await user.click(await button('Take ₹300 in cash'));
  const rest = await button('Take ₹550 in cash');
  await waitFor(() => expect(rest.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(rest, { detail: 2 });
  await act(() => pause(0));
  expect(calls(TAKE).map(({ body }) => sumOf(body))).toEqual([30_000]);
});

test('at midnight what is typed stays, and the board goes to the next day when the panel is closed', async () => {
  vi.setSystemTime(sampleInstant(1439));
  const { user, calls } = openCounter({ [BOARD]: () => sampleBoard({ bookings: [due], now: sampleInstant(1439) }) });
  const days = () => [...new Set(calls(BOARD).map(({ query }) => query.get('day')))];
  await user.click(await button('Part, split, payer'));
  await user.type(await screen.findByLabelText('Who pays, if not the player'), 'Devang Shah');
  vi.setSystemTime(sampleInstant(1441));
  await screen.findByRole('button', { name: /^12:01 AM/ }, { timeout: 15_000 });
  expect(screen.getByLabelText<HTMLInputElement>('Who pays, if not the player').value).toBe('Devang Shah');
  expect(days()).toEqual(['2026-11-22']);
  await user.click(await button('Close the booking'));
  await waitFor(() => expect(days()).toEqual(['2026-11-22', '2026-11-23']));
});

test('a split takes equal parts one after another, to the last rupee', async () => {
  const { user, calls } = openCounter();
  await user.click(await button('Part, split, payer'));
  await user.selectOptions(await screen.findByLabelText('Split among'), '3');
  await screen.findByText('Part 1 of 3');
  await user.click(await button('Take ₹284 in cash'));
  await screen.findByText('Part 2 of 3');
  await user.click(await button('Take ₹283 in cash'));
  await screen.findByText('Part 3 of 3');
  await user.click(await button('Take ₹283 in cash'));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Take money' })).toBeNull());
  expect(calls(TAKE).map(({ body }) => sumOf(body))).toEqual([28_400, 28_300, 28_300]);
  expect(calls(TAKE).map(({ body }) => linesOf(body)[0]?.version)).toEqual([7, 8, 9]);
});

test('a group is paid with one payment', async () => {
  const bookings = [
    { ...due, group: '5' },
    sampleBoardBooking({ order: '56', group: '5', court: 21, due_paise: 85_000, paid_paise: 0, version: 2 }),
    sampleBoardBooking({ order: '57', group: '5', court: 22, due_paise: 85_000, paid_paise: 0, version: 4 }),
    sampleBoardBooking({ order: '58', group: '5', court: 22, minute: 1200, due_paise: 0 }),
    sampleBoardBooking({ order: '59', group: '6', court: 21, minute: 1200, due_paise: 85_000 }),
  ];
  const { user, calls } = openCounter({}, undefined, bookings);
  await user.click(await screen.findByRole('radio', { name: 'All 3 games ₹2,550' }));
  await user.click(await button('Take ₹2,550 in cash'));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  expect(linesOf(calls(TAKE)[0]?.body ?? null)).toEqual([
    { order: '56', version: 2, amount_paise: 85_000 },
    { order: '57', version: 4, amount_paise: 85_000 },
    { order: ORDER, version: 7, amount_paise: 85_000 },
  ]);
});

test('without an open shift the float is counted, and the payment goes on by itself', async () => {
  let isOpen = false;
  const first = sampleBooking({ due_paise: 85_000 });
  const taken = { payment: '4711', receipt: 'D1/26-27/000001', received_paise: 85_000 };
  const { user, calls } = openCounter({
    [BOOKING]: () => first,
    [FLOAT]: () => {
      isOpen = true;
      return [201, { id: '12' }];
    },
    [TAKE]: () =>
      isOpen
        ? [201, { ...taken, bookings: [{ order: ORDER, version: 8, due_paise: 0 }] }]
        : [409, problem('shift_needed')],
  });
  await user.click(await button('Take ₹850 in cash'));
  await screen.findByText('Count the float first');
  await user.type(screen.getByLabelText('Notes of ₹500'), '3{Enter}');
  await user.keyboard('2');
  await user.type(screen.getByLabelText('Coins, in rupees'), '40');
  await user.click(await button('Start with ₹1,940'));
  await waitFor(() => expect(toastTexts()).toEqual(['₹850 taken, receipt D1/26-27/000001']));
  expect(calls(FLOAT).map(({ body }) => body)).toEqual([
    {
      notes: [
        { rupees: 500, number: 3 },
        { rupees: 200, number: 2 },
      ],
      coins: 40,
    },
  ]);
  const [refused, done] = calls(TAKE);
  expect(done?.body).toEqual(refused?.body);
  expect(done?.key, 'a refusal is an answer, so the next attempt has a key of its own').not.toBe(refused?.key);
});

test('a colleague who took money first is named, what was typed stays, and the amount is the new one', async () => {
  const history = [{ at: sampleInstant(1103), what: 'paid' as const, by: 'Kiran Joshi', details: {} }];
  const current = sampleBooking({ version: 8, paid_paise: 50_000, due_paise: 35_000, history });
  let isFirst = true;
  const { user, calls } = openCounter({
    [BOOKING]: () => (isFirst ? sampleBooking({ due_paise: 85_000 }) : current),
    [TAKE]: () => {
      isFirst = false;
      return [412, problem('changed_meanwhile', { current })];
    },
  });
  await user.click(await button('Part, split, payer'));
  await user.type(await screen.findByLabelText('Who pays, if not the player'), 'Devang Shah');
  await user.click(await button('Take ₹850 in cash'));
  await screen.findByText('Kiran Joshi has just changed this booking. It is up to date again. ₹350 is due.');
  await button('Take ₹350 in cash');
  expect(screen.getByLabelText<HTMLInputElement>('Who pays, if not the player').value).toBe('Devang Shah');
  await user.click(await button('Take ₹350 in cash'));
  await waitFor(() => expect(linesOf(calls(TAKE)[1]?.body ?? null)[0]).toMatchObject({ version: 8 }));
});

test('after a lost answer the same request is sent again, with the same key', async () => {
  let isLost = true;
  const { user, calls } = openCounter({
    [TAKE]: () => {
      if (isLost) return [503, problem('unknown_outcome')];
      const bookings = [{ order: ORDER, version: 8, due_paise: 0 }];
      return [201, { payment: '4711', receipt: 'D1/26-27/000001', received_paise: 85_000, bookings }];
    },
  });
  await user.click(await button('Take ₹850 in cash'));
  await screen.findByText('It is not known whether the money was taken', undefined, { timeout: 8_000 });
  isLost = false;
  await user.click(await button('Ask again'));
  await waitFor(() => expect(toastTexts()).toEqual(['₹850 taken, receipt D1/26-27/000001']));
  expect(new Set(calls(TAKE).map(({ key }) => key)).size).toBe(1);
}, 15_000);

test('a payment that is still being sent is not noted a second time while the server counts as away', async () => {
  const answered = deferred<void>();
  const { user, calls } = openCounter({
    [TAKE]: async () => {
      await answered.promise;
      return [403, problem('not_allowed')];
    },
  });
  await user.click(await button('Take ₹850 in cash'));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  act(() => setServerAway(true));
  await screen.findByText(/^It is not known whether the last payment was taken/);
  expect(screen.queryByRole('button', { name: 'Note ₹850 in cash' })).toBeNull();
  answered.resolve();
  // The answer ends that the server counts as away.
  await button('Take ₹850 in cash');
  await waitFor(() => expect(document.querySelector('form [aria-busy]')).toBeNull());
  act(() => setServerAway(true));
  await button('Note ₹850 in cash');
  act(() => setServerAway(false));
});

test('a payment is voided with a reason, and above the limit of the role with the approval of a colleague', async () => {
  const paid = sampleBooking({ due_paise: 0, paid_paise: 85_000, payments: [sampleBookingPayment()] });
  const { user, calls } = openCounter(
    {
      [VOID]: ({ body }) => (body?.['approval'] === undefined ? [403, problem('void_beyond_role')] : [204, null]),
      [APPROVERS]: () => approvers,
    },
    paid,
  );
  const receipt = await screen.findByRole('link', { name: 'Receipt for ₹850' });
  expect(receipt.getAttribute('href')).toBe('/api/desk/payments/4711/receipt');
  await user.click(await button('Void the payment of ₹850'));
  const form = await screen.findByRole('form', { name: 'Void the payment of ₹850' });
  await user.click(within(form).getByRole('button', { name: 'Void ₹850' }));
  await screen.findByText('Say why');
  expect(calls(VOID)).toEqual([]);
  await user.type(screen.getByLabelText('Why is it voided?'), 'Taken twice{Enter}');
  await screen.findByText('Void ₹850. A manager or an owner approves.');
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.click(screen.getByRole('button', { name: 'By a code of the app' }));
  await user.type(await screen.findByLabelText('Code of the app of Devang Shah'), '287082{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['The payment of ₹850 is voided.']));
  const approval = { staff: '21', code: '287082' };
  expect(calls(VOID).map(({ body }) => body)).toEqual([{ reason: 'Taken twice' }, { reason: 'Taken twice', approval }]);
});

describe('what is offered at a payment is what the server takes', () => {
  const me = { ...sampleMe, permissions, staff: { ...sampleMe.staff, role: 'owner' as const } };
  const taxed = { ...me, business: { ...me.business, tax_invoices: true } };
  const VOID_IT = 'Void the payment of ₹850';
  const FOR_A_FIRM = 'Invoice for a firm, ₹850';

  const offered = () =>
    screen
      .queryAllByRole('button', { name: /^(Invoice for a firm|Void the payment)/ })
      .map((one) => one.getAttribute('aria-label'));

  // Only another booking of the same payment may have been cancelled: the server says it, whatever the state of this one.
  test.each([
    [true, true, [FOR_A_FIRM, VOID_IT]],
    [false, true, [FOR_A_FIRM]],
    [true, false, [VOID_IT]],
    [false, false, []],
  ])('at a payment that can be voided: %s, and made out to a firm: %s', async (can_void, can_invoice, texts) => {
    const payments = [sampleBookingPayment({ can_void, can_invoice })];
    openCounter({ [ME]: () => taxed }, sampleBooking({ due_paise: 0, paid_paise: 85_000, payments }));
    await screen.findByRole('link', { name: 'Receipt for ₹850' });
    expect(offered()).toEqual(texts);
  });

  test('without a tax number and the right to void, neither is offered', async () => {
    const payments = [sampleBookingPayment()];
    const { 'payment.void': _, ...others } = permissions;
    openCounter(
      { [ME]: () => ({ ...me, permissions: others }) },
      sampleBooking({ due_paise: 0, paid_paise: 85_000, payments }),
    );
    await screen.findByRole('link', { name: 'Receipt for ₹850' });
    expect(offered()).toEqual([]);
  });
});

test('the panel has the documents of a payment in the app, and no invoice for a firm', async () => {
  const payment = sampleBookingPayment({
    id: null,
    online: '5121',
    way: 'online',
    amount_paise: 80_000,
    by: null,
    by_id: null,
    credit_notes: [{ refund: '88', amount_paise: 77_000 }],
    can_void: false,
    can_invoice: false,
  });
  const business = { ...sampleMe.business, tax_invoices: true };
  openCounter(
    { [ME]: () => ({ ...sampleMe, permissions, business }) },
    sampleBooking({ due_paise: 0, paid_paise: 80_000, payments: [payment] }),
  );
  const receipt = await screen.findByRole('link', { name: 'Receipt for ₹800' });
  const note = screen.getByRole('link', { name: 'Credit note for ₹770' });
  expect([receipt, note].map((link) => link.getAttribute('href'))).toEqual([
    '/api/desk/qrs/5121/receipt',
    '/api/desk/qrs/5121/credit_note?refund=88',
  ]);
  expect(screen.queryByRole('button', { name: /invoice/i })).toBeNull();
});

test('the panel has each receipt and each credit note of a booking that was paid in two parts', async () => {
  const ended = { can_void: false, can_invoice: false };
  const credit_notes = [
    { refund: '88', amount_paise: 20_000 },
    { refund: '89', amount_paise: 57_000 },
    { refund: '91', amount_paise: 20_000 },
  ];
  openCounter(
    {},
    sampleBooking({
      due_paise: 0,
      paid_paise: 105_000,
      payments: [
        sampleBookingPayment({ amount_paise: 80_000, credit_notes, ...ended }),
        sampleBookingPayment({
          id: null,
          qr: '5120',
          way: 'upi',
          amount_paise: 25_000,
          credit_notes: [{ refund: '90', amount_paise: 25_000 }],
          ...ended,
        }),
      ],
    }),
  );
  await screen.findByRole('link', { name: 'Receipt for ₹800' });
  const links = screen.getAllByRole('link', { name: /^(Receipt|Credit note) for/ });
  expect(links.map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])).toEqual(
    [
      ['Receipt for ₹800', '/api/desk/payments/4711/receipt'],
      ['Credit note for ₹200 (1)', '/api/desk/payments/4711/credit_note?refund=88'],
      ['Credit note for ₹570', '/api/desk/payments/4711/credit_note?refund=89'],
      ['Credit note for ₹200 (2)', '/api/desk/payments/4711/credit_note?refund=91'],
      ['Receipt for ₹250', '/api/desk/qrs/5120/receipt'],
      ['Credit note for ₹250', '/api/desk/qrs/5120/credit_note?refund=90'],
    ],
  );
});

/** Opens a booking of which ₹850 was paid in cash, at a server that voids the payment if a shift is open. */
function openPaid() {
  let isOpen = false;
  return openCounter(
    {
      [VOID]: ({ body }) => {
        if (body?.['approval'] === undefined) return [403, problem('void_beyond_role')];
        return isOpen ? [204, null] : [409, problem('shift_needed')];
      },
      [FLOAT]: () => {
        isOpen = true;
        return [201, { id: '12' }];
      },
      [APPROVERS]: () => approvers,
    },
    sampleBooking({ due_paise: 0, paid_paise: 85_000, payments: [sampleBookingPayment()] }),
  );
}

/** Voids the payment with a reason and the approval of a colleague, up to the count of the float. */
async function voidUpToFloat({ user }: ReturnType<typeof openPaid>) {
  await user.click(await button('Void the payment of ₹850'));
  await user.type(screen.getByLabelText('Why is it voided?'), 'Taken twice{Enter}');
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('PIN of Devang Shah'), '503816{Enter}');
  await screen.findByText('Count the float first');
}

test('the reason of a void stays if the float is not counted now', async () => {
  const opened = openPaid();
  await voidUpToFloat(opened);
  await opened.user.click(await button('Not now'));
  expect(screen.queryByText('Count the float first')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Why is it voided?').value).toBe('Taken twice');
});

test('after the float was counted, the colleague approves a void once more, and the payment is voided', async () => {
  const opened = openPaid();
  await voidUpToFloat(opened);
  await opened.user.click(await button('Start with ₹0'));
  await opened.user.type(await screen.findByLabelText('PIN of Devang Shah'), '503816{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['The payment of ₹850 is voided.']));
  expect(opened.calls(VOID).at(-1)?.body).toMatchObject({ reason: 'Taken twice' });
});

test('a clerk is offered to void the payment of another person, and asked who approves it', async () => {
  const payments = [sampleBookingPayment({ amount_paise: 42_500, by: 'Nisha Trivedi', by_id: '99' })];
  const clerk = { ...sampleMe, permissions, staff: { ...sampleMe.staff, role: 'desk' as const } };
  const { user } = openCounter(
    {
      [ME]: () => clerk,
      [VOID]: ({ body }) => (body?.['approval'] === undefined ? [403, problem('void_beyond_role')] : [204, null]),
      [APPROVERS]: () => approvers,
    },
    sampleBooking({ due_paise: 500, payments }),
  );
  await user.click(await button('Void the payment of ₹425'));
  await user.type(screen.getByLabelText('Why is it voided?'), 'Taken twice{Enter}');
  expect(await screen.findByRole('radio', { name: 'Devang Shah' })).toBeTruthy();
});
