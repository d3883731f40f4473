import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleBoardBooking, sampleBooking, sampleInstant, sampleMe } from '@/testing/desk-server';
import { toasts } from '@/testing/toasts';
import { prepareEach } from '@/desk/board/new-booking.test-kit';
import {
  BOOKING,
  button,
  due,
  FLOAT,
  linesOf,
  ME,
  openCounter,
  ORDER,
  permissions,
  sumOf,
  TAKE,
} from '@/desk/board/open-booking.test-kit';

prepareEach();

const DRAWER = 'GET /api/desk/venues/{venue}/shift';

test('a firm that was typed stays while the float is asked for', async () => {
  const taxed = { ...sampleMe, permissions, business: { ...sampleMe.business, tax_invoices: true } };
  const { user } = openCounter({ [ME]: () => taxed, [TAKE]: () => [409, problem('shift_needed')] });
  await user.click(await button(/^Part, split, payer/));
  await user.click(await screen.findByRole('checkbox', { name: 'Invoice for a firm' }));
  await user.type(await screen.findByLabelText('Name of the firm'), 'Uttam Traders LLP');
  await user.type(await screen.findByLabelText('GSTIN'), '27AAPFU0939F1ZV');
  await user.click(await button('Take ₹850 in cash'));
  await screen.findByText('Count the float first');
  await user.click(await button('Not now'));
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Invoice for a firm' });
  expect(choice.checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Name of the firm').value).toBe('Uttam Traders LLP');
});

/** The answer to a payment of ₹300 of the ₹850. */
const partTaken = {
  payment: '4711',
  receipt: 'D1/26-27/000123',
  received_paise: 30_000,
  bookings: [{ order: ORDER, version: 8, due_paise: 55_000 }],
};

test('what is typed while a part is taken is kept for the next part', async () => {
  const answered = deferred<void>();
  const { user, calls } = openCounter({
    [TAKE]: async () => {
      await answered.promise;
      return [201, partTaken];
    },
  });
  await user.click(await button(/^Part, split, payer/));
  const amount = await screen.findByLabelText('Amount, in rupees');
  await user.clear(amount);
  await user.type(amount, '300');
  await user.type(screen.getByLabelText('Who pays, if not the player'), 'Devang Shah');
  await user.click(await button('Take ₹300 in cash'));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  await user.type(screen.getByLabelText('Given, ₹'), '600');
  answered.resolve();
  await button('Take ₹550 in cash');
  expect(await screen.findByText('₹600 given · ₹50 back')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Who pays, if not the player').value).toBe('');
});

test('a reference that is too long does not stop a payment in cash, which has none', async () => {
  const { user, calls } = openCounter();
  await user.click(await screen.findByRole('radio', { name: /^Card/ }));
  await user.click(screen.getByLabelText('Last digits of the UPI or slip number'));
  await user.paste('7'.repeat(201));
  await user.click(await button('Take ₹850 by card'));
  expect(calls(TAKE)).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /^Cash/ }));
  await user.click(await button('Take ₹850 in cash'));
  await waitFor(() => expect(calls(TAKE)[0]?.body).toMatchObject({ tender: 'cash', reference: null }));
});

test('of a group that owes more than twelve games, twelve are paid at once', async () => {
  const others = Array.from({ length: 14 }, (_, index) =>
    sampleBoardBooking({ order: `6${index}`, group: '5', minute: 480 + index, due_paise: 10_000, paid_paise: 0 }),
  );
  const { user, calls } = openCounter({}, undefined, [{ ...due, group: '5' }, ...others]);
  await user.click(await screen.findByRole('radio', { name: '12 of 15 games ₹1,950' }));
  await user.click(await button('Take ₹1,950 in cash'));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  expect(linesOf(calls(TAKE)[0]?.body ?? null)).toHaveLength(12);
});

test('a split of all games of a group goes on to its last part', async () => {
  const other = sampleBoardBooking({
    order: '56',
    group: '5',
    court: 21,
    due_paise: 85_000,
    paid_paise: 0,
    version: 2,
  });
  const owed = new Map([
    [ORDER, 85_000],
    ['56', 85_000],
  ]);
  let own = sampleBooking({ due_paise: 85_000 });
  const { user, calls } = openCounter(
    {
      [BOOKING]: () => own,
      [TAKE]: ({ body }) => {
        const bookings = linesOf(body).map(({ order, version, amount_paise }) => {
          const due_paise = (owed.get(order) ?? 0) - amount_paise;
          owed.set(order, due_paise);
          if (order === ORDER) own = { ...own, version: version + 1, due_paise };
          return { order, version: version + 1, due_paise };
        });
        return [201, { payment: '4711', receipt: 'D1/26-27/000123', received_paise: sumOf(body), bookings }];
      },
    },
    undefined,
    [{ ...due, group: '5' }, other],
  );
  await user.click(await screen.findByRole('radio', { name: 'All 2 games ₹1,700' }));
  await user.click(await button(/^Part, split, payer/));
  await user.selectOptions(await screen.findByLabelText('Split among'), '3');
  await screen.findByText('Part 1 of 3');
  await user.click(await button('Take ₹567 in cash'));
  await screen.findByText('Part 2 of 3');
  await user.click(await button('Take ₹567 in cash'));
  await screen.findByText('Part 3 of 3');
  await user.click(await button('Take ₹566 in cash'));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Take money' })).toBeNull());
  const paid = calls(TAKE).map(({ body }) => linesOf(body).map(({ order, amount_paise }) => [order, amount_paise]));
  expect(paid).toEqual([
    [['56', 56_700]],
    [
      ['56', 28_300],
      [ORDER, 28_400],
    ],
    [[ORDER, 56_600]],
  ]);
});

test('the choice of what is paid keeps the focus when a payment changes its amount', async () => {
  const other = sampleBoardBooking({ order: '56', group: '5', court: 21, due_paise: 85_000, paid_paise: 0 });
  const { user } = openCounter({ [TAKE]: () => [201, partTaken] }, undefined, [{ ...due, group: '5' }, other]);
  await user.click(await button(/^Part, split, payer/));
  const amount = await screen.findByLabelText('Amount, in rupees');
  await user.clear(amount);
  await user.type(amount, '300');
  const choice = await screen.findByRole('radio', { name: 'This game ₹850' });
  choice.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('radio', { name: 'This game ₹550' })).toBe(choice);
  expect(document.activeElement).toBe(choice);
});

test('the payment that waited for the float is not dropped while the booking is being read', async () => {
  let isOpen = false;
  let isSlow = false;
  const answered = deferred<void>();
  const { user, calls } = openCounter({
    [BOOKING]: async () => {
      if (isSlow) await answered.promise;
      return sampleBooking({ due_paise: 85_000 });
    },
    [FLOAT]: () => {
      isOpen = true;
      return [201, { id: '12' }];
    },
    [TAKE]: () => {
      isSlow = true;
      return isOpen ? [201, partTaken] : [409, problem('shift_needed')];
    },
  });
  await user.click(await button('Take ₹850 in cash'));
  await user.click(await button('Start with ₹0'));
  await waitFor(() => expect(screen.queryByText('Count the float first')).toBeNull());
  answered.resolve();
  await waitFor(() => expect(calls(TAKE)).toHaveLength(2));
});

test('a float whose count is answered after it was put off takes no money by itself', async () => {
  const counted = deferred<void>();
  let isOpen = false;
  const { user, calls, queryClient } = openCounter({
    [FLOAT]: async () => {
      await counted.promise;
      isOpen = true;
      return [201, { id: '12' }];
    },
    [TAKE]: () => (isOpen ? [201, partTaken] : [409, problem('shift_needed')]),
  });
  await user.click(await button('Take ₹850 in cash'));
  await user.click(await button('Start with ₹0'));
  await waitFor(() => expect(calls(FLOAT)).toHaveLength(1));
  await user.click(await button('Not now'));
  await button('Take ₹850 in cash');
  counted.resolve();
  await waitFor(() => expect([isOpen, queryClient.isMutating()]).toEqual([true, 0]));
  expect(calls(TAKE)).toHaveLength(1);
});

test('a payment that is refused after the panel was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, calls } = openCounter({
    [TAKE]: async () => {
      await answered.promise;
      return [403, problem('not_allowed')];
    },
  });
  await user.click(await button('Take ₹850 in cash'));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  await user.click(await button('Close the booking'));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  answered.resolve();
  await waitFor(() =>
    expect(toasts().map(({ title, text }) => [title, text])).toEqual([
      [
        'No money was taken',
        'You may not do this: your role does not allow it, or it was taken from you. Ask a manager or owner.',
      ],
    ]),
  );
});

test('a payment for a booking that a colleague has just settled is reported as a toast, because the form is gone', async () => {
  const history = [{ at: sampleInstant(1103), what: 'paid' as const, by: 'Kiran Joshi', details: {} }];
  const current = sampleBooking({ version: 8, paid_paise: 85_000, due_paise: 0, history });
  let isSettled = false;
  const { user } = openCounter({
    [BOOKING]: () => (isSettled ? current : sampleBooking({ due_paise: 85_000 })),
    [TAKE]: () => {
      isSettled = true;
      return [412, problem('changed_meanwhile', { current })];
    },
  });
  await user.click(await button('Take ₹850 in cash'));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Take money' })).toBeNull());
  expect(toasts().map(({ title, text }) => [title, text])).toEqual([
    [
      'No money was taken',
      'Kiran Joshi has just changed this booking. It is up to date again. Nothing is due any more.',
    ],
  ]);
});

test("the venue's own code is not shown for an amount that cannot be taken", async () => {
  const { user } = openCounter({
    [DRAWER]: () => ({ shift: null, upi: { address: 'oldmill@okbank', name: 'Old Mill' }, provider_qr: false }),
  });
  await user.click(await screen.findByRole('radio', { name: /^UPI/ }));
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI to Old Mill' });
  await user.click(await button(/^Part, split, payer/));
  await user.type(await screen.findByLabelText('Amount, in rupees'), '0');
  await button('Take ₹8,500 by UPI');
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull();
});
