import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBooking,
  sampleBookingPayment,
  sampleInstant,
  sampleMe,
  type DeskReplies,
} from '@/testing/desk-server';
import { toastTexts } from '@/testing/toasts';
import { field, freeSlot, prepareEach } from './new-booking.test-kit';
import { APPROVERS, approvers, BOOKING, button, ME, openCounter, permissions } from './open-booking.test-kit';

prepareEach();

const PAY_OUT = 'POST /api/desk/refunds/{refund}/payout';

/** A cancelled booking of which this has to be paid out at the desk. */
function owing(amount_paise: number, way: 'cash' | 'upi' = 'cash') {
  return sampleBooking({
    status: 'cancelled',
    due_paise: 0,
    to_pay_out: [{ id: '88', way, amount_paise, ends_booking: true }],
  });
}

test('a refund above what a clerk pays out is approved by a colleague', async () => {
  const { user, calls } = openCounter(
    {
      [PAY_OUT]: ({ body }) => (body?.['approval'] === undefined ? [403, problem('approval_needed')] : [204, null]),
      [APPROVERS]: () => approvers,
    },
    owing(80_000),
    [],
  );
  await user.click(await button('Give ₹800 back in cash'));
  await screen.findByText('Give ₹800 back. A manager or an owner approves.');
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('PIN of Devang Shah'), '503816{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['₹800 given back.']));
  expect(calls(PAY_OUT).map(({ body }) => body)).toEqual([
    { venue: 1 },
    { venue: 1, approval: { staff: '21', pin: '503816' } },
  ]);
});

test('the refund of a cancelled booking is paid out, and if the drawer is short, its content is shown', async () => {
  let isShort = true;
  const { user, calls } = openCounter(
    { [PAY_OUT]: () => (isShort ? [409, problem('drawer_short', { params: { amount: '₹300' } })] : [204, null]) },
    owing(80_000),
    [],
  );
  await user.click(await button('Give ₹800 back in cash'));
  await screen.findByText('The drawer has ₹300. Bring change, or give it back another way.');
  isShort = false;
  await user.click(await button('Give ₹800 back in cash'));
  await waitFor(() => expect(toastTexts()).toEqual(['₹800 given back.']));
  expect(calls(PAY_OUT).map(({ params }) => params['refund'])).toEqual(['88', '88']);
});

test('money that is owed is not shown as given back before it was', async () => {
  const owed = [{ id: '88', way: 'cash' as const, amount_paise: 62_000, ends_booking: true }];
  const refunded = (minute: number, status: string) => ({
    at: sampleInstant(minute),
    what: 'refunded' as const,
    by: null,
    details: { status },
  });
  let booking = sampleBooking({
    status: 'cancel_requested',
    due_paise: 0,
    paid_paise: 85_000,
    returned_paise: 82_000,
    to_return_paise: 62_000,
    to_pay_out: owed,
    history: [refunded(900, 'processed'), refunded(1000, 'approved')],
  });
  const lines = () =>
    ['Given back', 'Still to be given back'].map((name) => screen.queryByText(name)?.nextElementSibling?.textContent);
  const { user } = openCounter(
    {
      [BOOKING]: () => booking,
      [PAY_OUT]: () => {
        const history = [refunded(900, 'processed'), refunded(1104, 'processed')];
        booking = { ...booking, status: 'cancelled', to_return_paise: 0, to_pay_out: [], history };
        return [204, null];
      },
    },
    booking,
    [],
  );
  const pay = await button('Give ₹620 back in cash');
  expect(lines()).toEqual(['₹200', '₹620']);
  await screen.findByText('Refund owed');
  expect(screen.getAllByText('Refunded')).toHaveLength(1);
  await user.click(pay);
  await waitFor(() => expect(lines()).toEqual(['₹820', undefined]));
  expect(screen.getAllByText('Refunded')).toHaveLength(2);
  expect(screen.queryByText('Refund owed')).toBeNull();
});

describe('the sum of a cancelled booking', () => {
  const paidInParts = [50_000, 35_000].map((amount_paise, index) =>
    sampleBookingPayment({ id: String(4711 + index), amount_paise, can_void: false, can_invoice: false }),
  );
  const cancelled = {
    status: 'cancel_requested' as const,
    due_paise: 0,
    paid_paise: 85_000,
    returned_paise: 82_000,
    to_return_paise: 82_000,
    kept_paise: 3_000,
    payments: paidInParts,
  };
  /** The names and amounts of all lines after the price and the payments. */
  const sums = async () => {
    await screen.findByText('Court', { selector: 'dt' });
    const names = [
      'Paid',
      'Given back',
      'Still to be given back',
      'Goes back outside this program',
      'Rounded off in cash, never taken',
      'Rounded up in cash, given back too',
      'Kept',
      'Due',
    ];
    return names.flatMap((name) => {
      const amount = screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent;
      return amount === undefined ? [] : [`${name} ${amount}`];
    });
  };

  test.each<[what: string, changes: Parameters<typeof sampleBooking>[0], lines: string[]]>([
    ['before anything went back', {}, ['Paid ₹850', 'Still to be given back − ₹820', 'Kept ₹30']],
    [
      'after a part of it went back',
      { to_return_paise: 32_000 },
      ['Paid ₹850', 'Given back − ₹500', 'Still to be given back − ₹320', 'Kept ₹30'],
    ],
    [
      'after all of it went back',
      { status: 'cancelled', to_return_paise: 0 },
      ['Paid ₹850', 'Given back − ₹820', 'Kept ₹30'],
    ],
    [
      'of which all is kept',
      { status: 'cancelled', returned_paise: 0, to_return_paise: 0, kept_paise: 85_000 },
      ['Paid ₹850', 'Kept ₹850'],
    ],
    [
      'that was paid before this program was used',
      { status: 'cancelled', returned_paise: 0, to_return_paise: 0, given_elsewhere_paise: 82_000 },
      ['Paid ₹850', 'Goes back outside this program − ₹820', 'Kept ₹30'],
    ],
    [
      'of which paise were rounded off in cash',
      { paid_paise: 85_050, returned_paise: 82_050, to_return_paise: 0, kept_paise: 2_950, rounded_off_paise: 50 },
      ['Paid ₹850.50', 'Given back − ₹820.50', 'Rounded off in cash, never taken − ₹0.50', 'Kept ₹29.50'],
    ],
    [
      'of which cash was rounded off and rounded up',
      {
        paid_paise: 85_050,
        returned_paise: 82_050,
        to_return_paise: 0,
        kept_paise: 2_900,
        rounded_off_paise: 50,
        rounded_up_paise: 50,
      },
      [
        'Paid ₹850.50',
        'Given back − ₹820.50',
        'Rounded off in cash, never taken − ₹0.50',
        'Rounded up in cash, given back too − ₹0.50',
        'Kept ₹29',
      ],
    ],
    [
      'of which all went back and was rounded up in cash',
      { paid_paise: 85_050, returned_paise: 85_050, to_return_paise: 0, kept_paise: -50, rounded_up_paise: 50 },
      ['Paid ₹850.50', 'Given back − ₹850.50', 'Rounded up in cash, given back too − ₹0.50', 'Kept − ₹0.50'],
    ],
    // The player of a closed court chooses between another hour and the money.
    ['whose player still chooses', { returned_paise: 0, to_return_paise: 0, kept_paise: null }, ['Paid ₹850']],
    [
      'that was not paid',
      { status: 'cancelled', paid_paise: 0, returned_paise: 0, to_return_paise: 0, kept_paise: 0, payments: [] },
      ['Paid ₹0'],
    ],
  ])('%s', async (_, changes, lines) => {
    openCounter({}, sampleBooking({ ...cancelled, ...changes }), []);
    expect(await sums()).toEqual(lines);
  });
});

test('a payout that is answered after its panel was closed takes no focus from the next panel', async () => {
  const answer = deferred<readonly [204, null]>();
  const me = { ...sampleMe, permissions: { ...permissions, 'booking.make': 'yes' } };
  const { user } = openCounter({ [ME]: () => me, [PAY_OUT]: () => answer.promise }, owing(80_000), []);
  await user.click(await button('Give ₹800 back in cash'));
  await user.click(screen.getByRole('button', { name: 'Close the booking' }));
  await user.click(await freeSlot(2));
  await user.type(await field(), 'Ro');
  answer.resolve([204, null]);
  await vi.waitFor(() => expect(toastTexts()).toEqual(['₹800 given back.']));
  expect(document.activeElement).toBe(await field());
});

/** Opens a cancelled booking that was paid by UPI, of which ₹370 goes back. */
const openPaidByUpi = (replies: DeskReplies) =>
  openCounter({ [APPROVERS]: () => approvers, ...replies }, owing(37_000, 'upi'), []);

test('a payment by UPI is given back in cash once a colleague approves', async () => {
  const { user, calls } = openPaidByUpi({
    [PAY_OUT]: ({ body }) => (body?.['approval'] === undefined ? [403, problem('approval_needed')] : [204, null]),
  });
  await user.click(await button('Give ₹370 back another way'));
  const way = await screen.findByLabelText<HTMLSelectElement>('Given back by');
  expect(document.activeElement).toBe(way);
  expect([...way.options].map(({ text }) => text)).toEqual(['UPI, as it came', 'Cash', 'Card', 'Bank']);
  await user.selectOptions(way, 'Cash');
  await screen.findByText('A manager decides this.');
  await user.click(await button('Give ₹370 back in cash'));
  await screen.findByText('Give ₹370 back in cash, though it came another way. A manager or an owner approves.');
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('PIN of Devang Shah'), '503816{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['₹370 given back.']));
  const approval = { staff: '21', pin: '503816' };
  expect(calls(PAY_OUT).map(({ body }) => body)).toEqual([
    { venue: 1, way: 'cash' },
    { venue: 1, way: 'cash', approval },
  ]);
});

test('money that goes back the way it came needs no approval, also after another way was chosen for a moment', async () => {
  const { user, calls } = openPaidByUpi({ [PAY_OUT]: () => [204, null] });
  await user.click(await button('Give ₹370 back another way'));
  const way = await screen.findByLabelText('Given back by');
  await user.selectOptions(way, 'Card');
  await button('₹370 was put back on the card');
  await user.selectOptions(way, 'UPI, as it came');
  await user.click(await button('₹370 was sent back by UPI'));
  await waitFor(() => expect(calls(PAY_OUT).map(({ body }) => body)).toEqual([{ venue: 1 }]));
});

test('cash goes back in whole rupees, rounded up', async () => {
  const { user, calls } = openCounter({ [PAY_OUT]: () => [204, null] }, owing(37_050), []);
  await screen.findByText('₹370.50, rounded up: cash goes back in whole rupees.');
  await user.click(await button('Give ₹370.50 back another way'));
  await user.selectOptions(await screen.findByLabelText('Given back by'), 'UPI');
  await button('₹370.50 was sent back by UPI');
  await user.selectOptions(await screen.findByLabelText('Given back by'), 'Cash, as it came');
  await user.click(await button('Give ₹371 back in cash'));
  await waitFor(() => expect(toastTexts()).toEqual(['₹371 given back.']));
  expect(calls(PAY_OUT).map(({ body }) => body)).toEqual([{ venue: 1 }]);
});

describe('after a payout, a change of a colleague', () => {
  const refund = { id: '88', way: 'cash' as const, amount_paise: 80_000, ends_booking: true };
  const other = { ...refund, id: '89', amount_paise: 10_000 };
  const difference = { ...refund, ends_booking: false };

  /** Pays out what a booking owes, and reads it again as it is then; `change` changes it afterwards. */
  async function payOut(before: Parameters<typeof sampleBooking>[0], after: Parameters<typeof sampleBooking>[0]) {
    let booking = sampleBooking({ due_paise: 0, to_pay_out: [refund], ...before });
    const read = () => booking;
    const { user, queryClient } = openCounter(
      {
        [BOOKING]: read,
        [PAY_OUT]: () => {
          booking = sampleBooking({ ...booking, to_pay_out: [], ...after });
          return [204, null];
        },
      },
      booking,
      [],
    );
    await user.click(await button('Give ₹800 back in cash'));
    await waitFor(() => expect(toastTexts()).toEqual(['₹800 given back.']));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    return async (changes: Parameters<typeof sampleBooking>[0] = {}) => {
      const event = { at: booking.starts_at, what: 'moved' as const, by: 'Kiran Joshi', details: {} };
      const history = [...booking.history, event];
      booking = sampleBooking({ ...booking, version: booking.version + 1, history, ...changes });
      await act(() => queryClient.invalidateQueries({ queryKey: ['booking'] }));
    };
  }

  test('is announced, because giving back a difference makes no version', async () => {
    const change = await payOut({ to_pay_out: [difference] }, {});
    await change();
    expect(await screen.findByText(/Kiran Joshi.*just now/)).toBeTruthy();
  });

  test('is announced after the end of the cancellation, which is not', async () => {
    const change = await payOut({ status: 'cancel_requested' }, { status: 'cancelled', version: 9 });
    expect(screen.queryByText(/just changed/)).toBeNull();
    await change();
    expect(await screen.findByText(/Kiran Joshi.*just now/)).toBeTruthy();
  });

  test('that gives the rest back is announced after a difference was given back', async () => {
    const both = { status: 'cancel_requested' as const, to_pay_out: [difference, other] };
    const change = await payOut(both, { to_pay_out: [other] });
    await change({ status: 'cancelled', version: 9, to_pay_out: [] });
    expect(await screen.findByText(/Kiran Joshi.*just now/)).toBeTruthy();
  });
});

describe('the own payout', () => {
  const refund = { id: '88', way: 'cash' as const, amount_paise: 80_000, ends_booking: true };
  const other = { ...refund, id: '89', amount_paise: 10_000 };

  test.each<[what: string, owed: (typeof refund)[], after: Parameters<typeof sampleBooking>[0]]>([
    ['of one of two refunds', [refund, other], { version: 8, to_pay_out: [other] }],
    ['of the last refund', [refund], { version: 9, status: 'cancelled', to_pay_out: [] }],
  ])('%s is no change of another person, also if it is read only later', async (_, owed, after) => {
    let booking = sampleBooking({ due_paise: 0, status: 'cancel_requested', to_pay_out: owed });
    const { user, queryClient } = openCounter({ [BOOKING]: () => booking, [PAY_OUT]: () => [204, null] }, booking, []);
    await user.click(await button('Give ₹800 back in cash'));
    await waitFor(() => expect(toastTexts()).toEqual(['₹800 given back.']));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    booking = sampleBooking({ ...booking, ...after });
    await act(() => queryClient.invalidateQueries({ queryKey: ['booking'] }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Give ₹800 back in cash' })).toBeNull());
    expect(screen.queryByText(/just changed/)).toBeNull();
  });
});
