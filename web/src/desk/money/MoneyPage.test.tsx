import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleInstant } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { toastTexts } from '@/testing/toasts';
import {
  button,
  DRAWER,
  field,
  manager,
  ME,
  MONEY,
  openMoney,
  prepareEach,
  sampleDayMoney,
  samplePayment,
  sampleRefund,
  sampleShift,
} from './money.test-kit';

const MATCH = 'POST /api/desk/payments/{payment}/match';
const VOID = 'POST /api/desk/payments/{payment}/void';
const PAY_OUT = 'POST /api/desk/refunds/{refund}/payout';

prepareEach();

/** The card of a way. */
const card = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement;

describe('the day', () => {
  test('of a retired venue that has closed its last one is not shown, and a venue of others is told from it', async () => {
    const past_venues = manager.venues.map((venue) => ({ ...venue, is_retired: true }));
    openMoney({ [ME]: () => ({ ...manager, venues: [], past_venues }) });
    expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeTruthy();
    cleanup();
    openMoney({ [ME]: () => ({ ...manager, venues: [] }) });
    expect(await screen.findByText('This is not one of your venues.')).toBeTruthy();
  });

  test('shows what was taken and given back by each way, and what is due', async () => {
    const ways = [
      { way: 'cash' as const, taken_paise: 2_145_000, returned_paise: 80_000 },
      { way: 'upi' as const, taken_paise: 160_000, returned_paise: 0 },
    ];
    openMoney({
      [ME]: () => manager,
      [MONEY]: () => sampleDayMoney({ ways, to_match_paise: 110_000 }),
      [DRAWER]: () => ({ shift: sampleShift({ expected_paise: 1_285_000 }), upi: null, provider_qr: false }),
    });
    expect((await card('Cash'))?.textContent).toBe('Cash₹21,450₹800 given back');
    expect((await card('UPI'))?.textContent).toBe('UPI₹1,600₹1,100 to match');
    expect((await card('Online'))?.textContent).toBe('Online₹0');
    expect((await card('Due'))?.textContent).toBe('Due₹3,4004 bookings');
    await screen.findByText('₹12,850');
  });

  test('lists payments by QR codes with their receipts, and late ones that go back', async () => {
    const code = { id: null, way: 'online' as const };
    const late = { ...code, qr: '5121', received_paise: 40_000, receipt: null, goes_back: 'paid_twice' as const };
    openMoney({
      [ME]: () => manager,
      [MONEY]: () =>
        sampleDayMoney({
          ways: [{ way: 'online', taken_paise: 165_000, returned_paise: 40_000 }],
          payments: [
            samplePayment({ ...code, qr: '5120' }),
            samplePayment(late),
            samplePayment({ ...late, qr: '5122', goes_back: 'was_returned' }),
          ],
          refunds: [
            sampleRefund({
              payment: null,
              qr: '5121',
              way: 'online',
              amount_paise: 40_000,
              has_credit_note: false,
              paid_out_at: sampleInstant(1104),
            }),
          ],
        }),
    });
    expect((await card('Online'))?.textContent).toBe('Online₹1,650₹1,650 by QR code₹400 given back');
    const receipts = await screen.findAllByRole('link', { name: /^Receipt for/ });
    expect(receipts.map((link) => link.getAttribute('href'))).toEqual(['/api/desk/qrs/5120/receipt']);
    await screen.findByText('Came after the booking was paid; goes back to the payer');
    screen.getByText('The payment provider sent it back to the payer by itself');
    expect(screen.queryByRole('button', { name: /^Void/ }), 'the provider took it').toBeNull();
    expect(screen.queryByRole('link', { name: /^Credit note/ }), 'it never had a receipt').toBeNull();
    expect(screen.getByText('− ₹400')).toBeTruthy();
  });

  test('follows the changes of colleagues: a new line is ringed once, and what was typed stays', async () => {
    let payments = [samplePayment()];
    const { user, queryClient } = openMoney({ [ME]: () => manager, [MONEY]: () => sampleDayMoney({ payments }) });
    await user.click(await screen.findByRole('button', { name: 'Void the payment of ₹850' }));
    await user.type(await screen.findByLabelText('Why is it voided?'), 'Taken tw');
    expect(screen.queryByText(/is new or has changed/)).toBeNull();
    payments = [samplePayment({ id: '4712', by: 'Kiran Joshi', by_id: '13', received_paise: 40_000 }), ...payments];
    await queryClient.invalidateQueries({ queryKey: ['money'] });
    await screen.findByText('One line is new or has changed.');
    const rings = () => document.querySelectorAll('.animate-changed');
    expect(rings()).toHaveLength(1);
    expect(rings()[0]?.textContent).toContain('₹400');
    expect(screen.getByLabelText<HTMLInputElement>('Why is it voided?').value).toBe('Taken tw');
    await waitFor(() => expect(rings()).toHaveLength(0), { timeout: 3_000 });
    // The person's own payments cause no notice.
    payments = [samplePayment({ id: '4713', received_paise: 20_000 }), ...payments];
    await queryClient.invalidateQueries({ queryKey: ['money'] });
    await screen.findByText('₹200');
    expect(rings()).toHaveLength(0);
  });

  test('hides the cash of the open shift from a person who counts it blind', async () => {
    openMoney();
    await waitFor(async () => expect((await card('Cash'))?.textContent).toBe('CashAfter the count'));
  });

  test('hides the cash from that person also while the drawer did not load', async () => {
    openMoney({ [DRAWER]: () => [503, problem('unavailable')] });
    await waitFor(async () => expect((await card('Cash'))?.textContent).toBe('CashAfter the count'));
  });

  test('shows the cash of another day, whose shifts are counted', async () => {
    openMoney({}, '?day=2026-11-21');
    await waitFor(async () => expect((await card('Cash'))?.textContent).toBe('Cash₹850'));
    expect(screen.queryByRole('button', { name: /^Count/ }), 'the drawer belongs to today').toBeNull();
  });

  test('requests the day of the address, and the day before is one step', async () => {
    const { user, calls, place } = openMoney({}, '?day=2026-11-21');
    await waitFor(() => expect(calls(MONEY)[0]?.query.get('day')).toBe('2026-11-21'));
    await user.click(await button('Day before'));
    expect(place()).toBe('/v/1/money?day=2026-11-20');
  });

  test.each([
    { name: 'Day before', day: '2026-11-19' },
    { name: 'Day after', day: '2026-11-23' },
  ])('moves two days by two quick presses of "$name", past today as well', async ({ name, day }) => {
    const { place } = openMoney({}, '?day=2026-11-21');
    const press = await button(name);
    // Nothing is rendered between two presses inside one `act`.
    act(() => {
      fireEvent.click(press);
      fireEvent.click(press);
    });
    await waitFor(() => expect(place()).toBe(`/v/1/money?day=${day}`));
  });

  test('says that there is no payment or refund to show', async () => {
    openMoney({ [MONEY]: () => sampleDayMoney({ ways: [], payments: [] }) });
    expect(await screen.findByText('There is no payment or refund of the desk to show for this day.')).toBeTruthy();
  });

  test('says that it did not load, and can be loaded again', async () => {
    let fails = true;
    const { user } = openMoney({ [MONEY]: () => (fails ? [503, problem('unavailable')] : sampleDayMoney()) });
    await screen.findByText('The money did not load');
    fails = false;
    await user.click(await button('Try again'));
    const name = await screen.findByText('Rohan Mehta');
    // A long name goes on in the next line.
    expect(name.className).toContain('wrap-anywhere');
  });

  test('names no time without a network as long as nothing was loaded', async () => {
    openMoney({ [MONEY]: () => new Promise<never>(() => {}) });
    await screen.findByText('Loading the money…');
    goOffline();
    expect(await screen.findByText('Not connected. Money needs the server.')).toBeTruthy();
    expect(screen.queryByText(/as of/)).toBeNull();
  });

  test('names the payer, the receipt and the person who voided', async () => {
    const payments = [
      samplePayment({ id: '1', payer: 'Devang Shah', orders: 3 }),
      samplePayment({ id: '2', void_reason: 'Taken twice', voided_by: 'Kiran Joshi' }),
    ];
    openMoney({ [MONEY]: () => sampleDayMoney({ payments }) });
    await screen.findByText('Cash · Court 3, 7 PM · 3 games · paid by Devang Shah · D1/26-27/000123 · Nisha Trivedi');
    await screen.findByText('Voided by Kiran Joshi: Taken twice');
    expect((await screen.findByRole('link', { name: 'Credit note for ₹850' })).getAttribute('href')).toBe(
      '/api/desk/payments/2/credit_note',
    );
    expect(screen.getAllByRole('button', { name: 'Void the payment of ₹850' })).toHaveLength(1);
  });

  test('offers at each payment what the server says that it takes', async () => {
    const payments = [
      samplePayment({ id: '1' }),
      samplePayment({ id: '2', can_void: false, can_invoice: false, received_paise: 42_000, orders: 2 }),
      samplePayment({ id: '3', can_void: false, received_paise: 43_000, orders: 2 }),
    ];
    const me = { ...manager, business: { ...manager.business, tax_invoices: true } };
    openMoney({ [ME]: () => me, [MONEY]: () => sampleDayMoney({ payments }) });
    await screen.findByRole('link', { name: 'Receipt for ₹430' });
    const offered = screen.getAllByRole('button', { name: /^(Invoice for a firm|Void the payment)/ });
    expect(offered.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Invoice for a firm, ₹850',
      'Void the payment of ₹850',
      'Invoice for a firm, ₹430',
    ]);
  });

  test('leads from each refund of one payment to its own credit note', async () => {
    const paid_out_at = sampleInstant(1104);
    const refunds = [
      sampleRefund({ id: '89', amount_paise: 57_000, paid_out_at }),
      sampleRefund({ id: '88', amount_paise: 20_000, paid_out_at }),
      sampleRefund({ id: '90', amount_paise: 25_000, payment: null, qr: '5120', paid_out_at }),
    ];
    openMoney({ [MONEY]: () => sampleDayMoney({ refunds }) });
    await screen.findByRole('link', { name: 'Credit note for ₹570' });
    const links = screen.getAllByRole('link', { name: /^Credit note for/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/api/desk/payments/4711/credit_note?refund=89',
      '/api/desk/payments/4711/credit_note?refund=88',
      '/api/desk/qrs/5120/credit_note?refund=90',
    ]);
  });

  test('names who voided a payment whose reason was erased with the player', async () => {
    const payments = [samplePayment({ void_reason: '', voided_by: 'Kiran Joshi' })];
    openMoney({ [MONEY]: () => sampleDayMoney({ payments }) });
    expect(await screen.findByText('Voided by Kiran Joshi')).toBeTruthy();
  });

  test('matches a UPI payment with the bank once, however often it is tapped', async () => {
    const payments = [samplePayment({ way: 'upi', to_match: true })];
    const answer = deferred<readonly [204, null]>();
    const { user, calls } = openMoney({
      [MONEY]: () => sampleDayMoney({ payments }),
      [MATCH]: () => answer.promise,
    });
    await user.dblClick(await button('₹850 of Rohan Mehta is found in the bank'));
    answer.resolve([204, null]);
    await waitFor(() => expect(toastTexts()).toEqual(['₹850 is matched.']));
    expect(calls(MATCH)).toHaveLength(1);
  });

  test('voids a payment with a reason', async () => {
    const { user, calls } = openMoney({ [VOID]: () => [204, null] });
    await user.click(await button('Void the payment of ₹850'));
    await user.type(await field('Why is it voided?'), 'Taken twice{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['The payment of ₹850 is voided.']));
    expect(calls(VOID)[0]?.body).toEqual({ reason: 'Taken twice' });
  });

  test('Escape on a button of a form closes that form, and not the one below it', async () => {
    const payments = [samplePayment(), samplePayment({ id: '4712', received_paise: 40_000 })];
    const { user } = openMoney({ [MONEY]: () => sampleDayMoney({ payments }) });
    await user.click(await button('Void the payment of ₹850'));
    await user.click(await button('Void the payment of ₹400'));
    await user.keyboard('Taken twice');
    (await button('Void ₹850')).focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'Void the payment of ₹850' })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Why is it voided?').value).toBe('Taken twice');
  });

  test('Escape on a choice of the drawer closes its form, and not a void in the list', async () => {
    const { user } = openMoney();
    await user.click(await button('Void the payment of ₹850'));
    await user.type(await field('Why is it voided?'), 'Taken twice');
    await user.click(await button('Cash in or out'));
    await user.click(await screen.findByRole('radio', { name: 'Expense' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Amount, in rupees')).toBeNull();
    expect((await field('Why is it voided?')).value).toBe('Taken twice');
  });

  test('lists the cash that was moved in shifts that are counted, too', async () => {
    const ice = {
      id: '30',
      kind: 'expense' as const,
      amount_paise: -24_000,
      note: 'Ice',
      by: 'Kiran Joshi',
      at: sampleInstant(660),
    };
    openMoney({ [MONEY]: () => sampleDayMoney({ movements: [ice] }) });
    await screen.findByText('Ice · Kiran Joshi');
    expect(screen.getByText('− ₹240')).toBeTruthy();
  });

  test('lists the refunds that have to be paid out, and pays one out', async () => {
    let refunds = [sampleRefund()];
    const { user } = openMoney({
      [MONEY]: () => sampleDayMoney({ refunds }),
      [PAY_OUT]: () => {
        refunds = [sampleRefund({ paid_out_at: sampleInstant(1104), paid_out_by: 'Nisha Trivedi' })];
        return [204, null];
      },
    });
    await user.click(await button(/^Give ₹800 back in cash ?, Rohan Mehta, Court 3, 7 PM$/));
    await screen.findByText('given back · Cash · Court 3, 7 PM · Nisha Trivedi');
    expect(screen.queryByText('To give back')).toBeNull();
  });

  test('shows a person who may give no money back what has to be paid out, without a button', async () => {
    const permissions = { 'board.read': 'yes', 'payment.take': 'yes', 'shift.own': 'yes' };
    openMoney({
      [ME]: () => ({ ...manager, permissions }),
      [MONEY]: () => sampleDayMoney({ refunds: [sampleRefund()] }),
    });
    await screen.findByText('To give back');
    expect(screen.getByText('₹800')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Give ₹800 back/ })).toBeNull();
  });
});

test('a person who may not take money does not see the screen', async () => {
  const { calls } = openMoney({ [ME]: () => ({ ...manager, permissions: { 'board.read': 'yes' } }) });
  await screen.findByText('Your role does not see the money. Ask a manager.');
  expect(calls(MONEY)).toEqual([]);
});
