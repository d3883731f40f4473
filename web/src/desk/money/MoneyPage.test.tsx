import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleInstant } from '@/testing/desk-server';
import { dismissPersonalToasts } from '@/lib/toast';
import { toastTexts } from '@/testing/toasts';
import { goOffline } from '@/testing/network';
import { watchSignedOut } from '@/desk/api/signed-out';
import { takeHandedOverBy } from '@/desk/api/lock-device';
import {
  button,
  CLOSE,
  COUNT,
  DRAWER,
  field,
  FLOAT,
  manager,
  ME,
  MONEY,
  openMoney,
  prepareEach,
  sampleCounted,
  sampleDayMoney,
  samplePayment,
  sampleRefund,
  sampleShift,
} from './money.test-kit';

const REVIEW = 'POST /api/desk/shifts/{shift}/review';
const MOVE = 'POST /api/desk/venues/{venue}/shift/movements';
const MATCH = 'POST /api/desk/payments/{payment}/match';
const VOID = 'POST /api/desk/payments/{payment}/void';
const PAY_OUT = 'POST /api/desk/refunds/{refund}/payout';

prepareEach();

/** The card of a way. */
const card = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement;

describe('the day', () => {
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
    expect(await screen.findByText('Rohan Mehta')).toBeTruthy();
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
    await user.click(await button('Give ₹800 back in cash'));
    await screen.findByText('given back · Cash · Court 3, 7 PM · Nisha Trivedi');
    expect(screen.queryByText('To give back')).toBeNull();
  });
});

describe('the drawer', () => {
  test('is counted without knowing what has to be in it; only then the difference is shown', async () => {
    const found = { next: '13', expected_paise: 285_000, counted_paise: 275_000, reason_above_paise: 5_000 };
    const { user, calls } = openMoney({ [COUNT]: () => found, [CLOSE]: () => [204, null] });
    await user.click(await button(/^Count/));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Count the drawer' }));
    await user.type(await field('Notes of ₹500'), '5');
    await user.type(await field('Notes of ₹50'), '4');
    await user.type(await field('Coins, in rupees'), '50');
    expect(screen.queryByText('Had to be there')).toBeNull();
    await user.click(await button('I counted ₹2,750'));
    await screen.findByRole('heading', { name: '₹100 is missing.' });
    expect(calls(COUNT)[0]?.params['shift']).toBe('12');
    expect(calls(COUNT)[0]?.body).toEqual({
      notes: [
        { rupees: 500, number: 5 },
        { rupees: 50, number: 4 },
      ],
      coins: 50,
    });

    // The amount that the shift began with stays as the float.
    expect((await field('Into the safe, in rupees')).value).toBe('750');
    await screen.findByText('₹2,000 stays as the float.');
    await user.click(await button('Close the shift'));
    await screen.findByText('Say why it differs');
    expect(calls(CLOSE)).toEqual([]);
    await user.type(await field('Why it differs'), 'Change given twice');
    await user.click(await button('Close the shift'));
    await waitFor(() => expect(toastTexts()).toEqual(['The shift is closed: ₹750 into the safe, ₹2,000 stays.']));
    expect(calls(CLOSE)[0]?.body).toEqual({ reason: 'Change given twice', to_safe_paise: 75_000 });
    expect(document.activeElement).toBe(await button(/^Count/));
  });

  test('a small difference needs no reason, and no more than was counted goes into the safe', async () => {
    const found = { next: '13', expected_paise: 200_000, counted_paise: 202_000, reason_above_paise: 5_000 };
    const { user, calls } = openMoney({ [COUNT]: () => found, [CLOSE]: () => [204, null] });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2020{Enter}');
    await screen.findByRole('heading', { name: 'There is ₹20 too much.' });
    const safe = await field('Into the safe, in rupees');
    await user.clear(safe);
    await user.type(safe, '2021{Enter}');
    await screen.findByText('An amount of at most ₹2,020');
    expect(calls(CLOSE)).toEqual([]);
    await user.clear(safe);
    await user.type(safe, '20{Enter}');
    await waitFor(() => expect(calls(CLOSE)[0]?.body).toEqual({ reason: null, to_safe_paise: 2_000 }));
  });

  test('two taps are one count', async () => {
    const found = { next: '13', expected_paise: 0, counted_paise: 0, reason_above_paise: 5_000 };
    const { user, calls } = openMoney({ [COUNT]: () => found, [CLOSE]: () => [204, null] });
    await user.click(await button(/^Count/));
    await user.dblClick(await button('I counted ₹0'));
    await waitFor(() => expect(calls(CLOSE)).toHaveLength(1));
    expect(calls(COUNT)).toHaveLength(1);
  });

  test('is closed with the count if the count is exact, and the float stays', async () => {
    const found = { next: '13', expected_paise: 230_000, counted_paise: 230_000, reason_above_paise: 5_000 };
    const { user, calls } = openMoney({ [COUNT]: () => found, [CLOSE]: () => [204, null] });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2300');
    expect((await field('Into the safe, in rupees')).value).toBe('300');
    await screen.findByText('₹2,000 stays as the float.');
    expect(screen.queryByText(/asks for the PIN/), 'the device is not shared').toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['The shift is closed: ₹300 into the safe, ₹2,000 stays.']));
    expect(calls(CLOSE).map(({ body }) => body)).toEqual([{ reason: null, to_safe_paise: 30_000 }]);
    expect(document.activeElement).toBe(await button(/^Count/));
  });

  test('is counted by N as soon as the screen is shown', async () => {
    const { user } = openMoney();
    await button(/^Count/);
    await user.keyboard('n');
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Count the drawer' }));
  });

  test('more than was counted is refused before the count', async () => {
    const { user, calls } = openMoney();
    await user.click(await button(/^Count/));
    await user.type(await field('Into the safe, in rupees'), '1');
    await user.click(await button('I counted ₹0'));
    await screen.findByText('An amount of at most ₹0');
    expect(calls(COUNT)).toEqual([]);
  });

  test('cash with paise does not go into the safe', async () => {
    const { user, calls } = openMoney();
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2300');
    const safe = await field('Into the safe, in rupees');
    await user.clear(safe);
    await user.type(safe, '1.50');
    await user.click(await button('I counted ₹2,300'));
    await screen.findByText('In cash only whole rupees');
    expect(calls(COUNT)).toEqual([]);
  });

  test('a count that is exact and was not closed can be closed again, with the same amount', async () => {
    let fails = true;
    const found = { next: '13', expected_paise: 230_000, counted_paise: 230_000, reason_above_paise: 5_000 };
    const { user, calls } = openMoney({
      [COUNT]: () => found,
      [CLOSE]: () => (fails ? [403, problem('forbidden')] : [204, null]),
    });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2300');
    const safe = await field('Into the safe, in rupees');
    await user.clear(safe);
    await user.type(safe, '100{Enter}');
    await screen.findByRole('heading', { name: 'The drawer is exact.' });
    expect((await field('Into the safe, in rupees')).value).toBe('100');
    fails = false;
    await user.click(await button('Close the shift'));
    await waitFor(() => expect(calls(CLOSE)).toHaveLength(2));
    expect(calls(CLOSE)[1]?.body).toEqual({ reason: null, to_safe_paise: 10_000 });
  });

  test('of a shared device is handed over: it locks after the shift is closed', async () => {
    const device = { id: '5', label: 'Front desk', lock_seconds: 600 };
    const found = { next: '13', expected_paise: 0, counted_paise: 0, reason_above_paise: 5_000 };
    const ended: string[] = [];
    const stop = watchSignedOut((reason) => ended.push(reason));
    const { user, calls } = openMoney({
      [ME]: () => ({ ...manager, device }),
      'POST /api/desk/lock': () => [204, null],
      [COUNT]: () => found,
      [CLOSE]: () => [204, null],
    });
    await user.click(await button(/^Count/));
    await screen.findByText(/this device asks for the PIN of the person who goes on/);
    await user.click(await button('I counted ₹0'));
    await waitFor(() => expect(calls('POST /api/desk/lock')).toHaveLength(1));
    expect(ended).toContain('locked');
    expect(takeHandedOverBy()).toBe(manager.staff.id);
    dismissPersonalToasts();
    expect(toastTexts(), 'on the lock page').toEqual(['The shift is closed: ₹0 into the safe, ₹0 stays.']);
    stop();
  });

  test('of a shared device is not handed over, and no form is closed, if another form was opened before the answer', async () => {
    const device = { id: '5', label: 'Front desk', lock_seconds: 600 };
    const found = { next: '13', expected_paise: 0, counted_paise: 0, reason_above_paise: 5_000 };
    const answer = deferred<readonly [204, null]>();
    const { user, calls } = openMoney({
      [ME]: () => ({ ...manager, device }),
      [COUNT]: () => found,
      [CLOSE]: () => answer.promise,
    });
    await user.click(await button(/^Count/));
    await user.click(await button('I counted ₹0'));
    await waitFor(() => expect(calls(CLOSE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '240');
    answer.resolve([204, null]);
    await waitFor(() => expect(toastTexts()).toEqual(['The shift is closed: ₹0 into the safe, ₹0 stays.']));
    expect((await field('Amount, in rupees')).value).toBe('240');
    expect(calls('POST /api/desk/lock')).toEqual([]);
  });

  test('the result of a count takes the place of no form that was opened before the answer', async () => {
    const found = { next: '13', expected_paise: 5_000, counted_paise: 0, reason_above_paise: 5_000 };
    const answer = deferred<typeof found>();
    const { user, calls } = openMoney({ [COUNT]: () => answer.promise });
    await user.click(await button(/^Count/));
    await user.click(await button('I counted ₹0'));
    await waitFor(() => expect(calls(COUNT)).toHaveLength(1));
    const reads = calls(DRAWER).length;
    await user.keyboard('{Escape}');
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '240');
    answer.resolve(found);
    // The drawer is read again after the answer.
    await waitFor(() => expect(calls(DRAWER).length).toBeGreaterThan(reads));
    expect((await field('Amount, in rupees')).value).toBe('240');
  });

  test('cash that is recorded late closes no form that was opened before the answer', async () => {
    const answer = deferred<readonly [201, { id: string }]>();
    const { user, calls } = openMoney({ [MOVE]: () => answer.promise });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '17');
    answer.resolve([201, { id: '31' }]);
    await waitFor(() => expect(toastTexts()).toEqual(['To the safe: ₹500']));
    expect((await field('Coins, in rupees')).value).toBe('17');
  });

  test('is closed once after a lost answer: the same request is sent again, and then the device is handed over', async () => {
    const device = { id: '5', label: 'Front desk', lock_seconds: 600 };
    const found = { next: '13', expected_paise: 230_000, counted_paise: 230_000, reason_above_paise: 5_000 };
    const stop = watchSignedOut(() => undefined);
    let isLost = true;
    const { user, calls } = openMoney({
      [ME]: () => ({ ...manager, device }),
      'POST /api/desk/lock': () => [204, null],
      [COUNT]: () => found,
      [CLOSE]: () => (isLost ? [503, problem('unknown_outcome')] : [204, null]),
    });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2300{Enter}');
    await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
    expect(screen.queryByText('The shift was not closed')).toBeNull();
    isLost = false;
    await user.type(await field('Into the safe, in rupees'), '0');
    await user.click(await button('Close the shift'));
    await waitFor(() => expect(calls('POST /api/desk/lock')).toHaveLength(1));
    expect(takeHandedOverBy()).toBe(manager.staff.id);
    dismissPersonalToasts();
    expect(toastTexts(), 'on the lock page').toEqual(['The shift is closed: ₹300 into the safe, ₹2,000 stays.']);
    expect(new Set(calls(CLOSE).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
    expect(calls(COUNT)).toHaveLength(1);
    stop();
  }, 15_000);

  test('is counted once after a lost answer: what was sent is sent again, and stays in the fields', async () => {
    const found = { next: '13', expected_paise: 230_000, counted_paise: 230_000, reason_above_paise: 5_000 };
    let isLost = true;
    const { user, calls } = openMoney({
      [COUNT]: () => (isLost ? [503, problem('unknown_outcome')] : found),
      [CLOSE]: () => [204, null],
    });
    await user.click(await button(/^Count/));
    const coins = await field('Coins, in rupees');
    await user.type(coins, '2300{Enter}');
    await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
    isLost = false;
    await user.type(coins, '5');
    expect(coins.value).toBe('2300');
    await user.click(await button('I counted ₹2,300'));
    await waitFor(() => expect(toastTexts()).toEqual(['The shift is closed: ₹300 into the safe, ₹2,000 stays.']));
    expect(new Set(calls(COUNT).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
  }, 15_000);

  test('with a difference is closed once after a lost answer: what was sent is sent again', async () => {
    const found = { next: '13', expected_paise: 285_000, counted_paise: 275_000, reason_above_paise: 5_000 };
    let isLost = true;
    const { user, calls } = openMoney({
      [COUNT]: () => found,
      [CLOSE]: () => (isLost ? [503, problem('unknown_outcome')] : [204, null]),
    });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2750{Enter}');
    const reason = await field('Why it differs');
    await user.type(reason, 'Change{Enter}');
    await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
    isLost = false;
    await user.type(reason, ' given twice');
    expect(reason.value).toBe('Change');
    await user.click(await button('Close the shift'));
    await waitFor(() => expect(toastTexts()).toEqual(['The shift is closed: ₹750 into the safe, ₹2,000 stays.']));
    expect(new Set(calls(CLOSE).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
  }, 15_000);

  test('says that a colleague has counted it meanwhile, and what was typed stays', async () => {
    const { user } = openMoney({ [COUNT]: () => [409, problem('shift_counted')] });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '40{Enter}');
    await screen.findByText('This shift was counted or closed already.');
    expect((await field('Coins, in rupees')).value).toBe('40');
  });

  test('keeps the focus in its fields while the count is sent, and changes nothing of it', async () => {
    const { user, calls } = openMoney({ [COUNT]: () => new Promise<never>(() => {}) });
    await user.click(await button(/^Count/));
    const coins = await field('Coins, in rupees');
    await user.type(coins, '40{Enter}');
    await waitFor(() => expect(calls(COUNT)).toHaveLength(1));
    await user.keyboard('5');
    expect([coins.value, coins.disabled]).toEqual(['40', false]);
    expect(document.activeElement).toBe(coins);
    expect((await field('Into the safe, in rupees')).disabled).toBe(false);
  });

  test('of another person’s shift is counted only by a manager', async () => {
    const shift = sampleShift({ kept_by: 'Dev Patel', is_usable: false });
    openMoney({ [DRAWER]: () => ({ shift, upi: null, provider_qr: false }) });
    await screen.findByText('This is the shift of Dev Patel. Only a manager counts it for them.');
    expect(screen.queryByRole('button', { name: /^Count/ })).toBeNull();
    openMoney({ [ME]: () => manager, [DRAWER]: () => ({ shift, upi: null, provider_qr: false }) });
    expect(await button(/^Count/)).toBeTruthy();
  });

  test('without a shift the float is counted', async () => {
    let shift: ReturnType<typeof sampleShift> | null = null;
    const { user, calls } = openMoney({
      [DRAWER]: () => ({ shift, upi: null, provider_qr: false }),
      [FLOAT]: () => {
        shift = sampleShift();
        return [201, { id: '12' }];
      },
    });
    await user.click(await button(/^Count the float/));
    await user.type(await field('Notes of ₹100'), '20');
    await user.click(await button('Start with ₹2,000'));
    await screen.findByText(/^Shift of Nisha Trivedi since 2:00 PM/);
    expect(calls(FLOAT)).toHaveLength(1);
  });

  test('gives cash without a booking only with a note if it is spent, and only if it has enough', async () => {
    let isShort = true;
    const { user, calls } = openMoney({
      [MOVE]: () =>
        isShort ? [422, problem('invalid', { fields: { amount_paise: 'drawer_short' } })] : [201, { id: '31' }],
    });
    await user.click(await button('Cash in or out'));
    await user.click(await screen.findByRole('radio', { name: 'Expense' }));
    await user.type(await field('Amount, in rupees'), '240{Enter}');
    await screen.findByText('Say what it is for');
    expect(calls(MOVE)).toEqual([]);
    await user.type(await field('Note'), 'Water cans');
    await user.click(await button('Record − ₹240'));
    await screen.findByText('The drawer does not hold that much');
    isShort = false;
    await user.click(await button('Record − ₹240'));
    await waitFor(() => expect(toastTexts()).toEqual(['Expense: ₹240']));
    expect(calls(MOVE)[1]?.body).toEqual({ kind: 'expense', amount_paise: -24_000, note: 'Water cans' });
  });

  test('cash is moved in whole rupees only', async () => {
    const { user, calls } = openMoney();
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '1.50{Enter}');
    await screen.findByText('In cash only whole rupees');
    expect(calls(MOVE)).toEqual([]);
  });

  test('says after a lost answer that the cash may have been recorded, and records it once', async () => {
    let isLost = true;
    const { user, calls } = openMoney({
      [MOVE]: () => (isLost ? [503, problem('unknown_outcome')] : [201, { id: '31' }]),
    });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    const text = 'We could not tell whether that went through. Try again; nothing is done twice.';
    await screen.findByText(text, undefined, { timeout: 8_000 });
    expect(screen.queryByText('It was not recorded')).toBeNull();
    isLost = false;
    await user.click(await button('Record − ₹500'));
    await screen.findByText(/To the safe: ₹500/);
    expect(new Set(calls(MOVE).map(({ key }) => key)).size).toBe(1);
  }, 15_000);

  test('records cash once if it is changed after a lost answer: what was sent is asked for again', async () => {
    let isLost = true;
    const { user, calls } = openMoney({
      [MOVE]: () => (isLost ? [503, problem('unknown_outcome')] : [201, { id: '31' }]),
    });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
    isLost = false;
    await user.clear(await field('Amount, in rupees'));
    await user.type(await field('Amount, in rupees'), '450{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['To the safe: ₹500']));
    expect(new Set(calls(MOVE).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
  }, 15_000);

  test('says that a float corrected after a lost answer is not recorded, because the shift is open', async () => {
    let isOpen = false;
    const { user } = openMoney({
      [DRAWER]: () => ({ shift: isOpen ? sampleShift() : null, upi: null, provider_qr: false }),
      [FLOAT]: () => (isOpen ? [409, problem('shift_open')] : [503, problem('unknown_outcome')]),
    });
    await user.click(await button(/^Count the float/));
    await user.type(await field('Notes of ₹100'), '20');
    await user.click(await button('Start with ₹2,000'));
    await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
    isOpen = true;
    await user.type(await field('Coins, in rupees'), '40{Enter}');
    await screen.findByText(/^Shift of Nisha Trivedi since 2:00 PM/);
    expect(toastTexts()).toEqual([
      'A shift was open already, with another count. ₹2,040 was not recorded; see the drawer.',
    ]);
  }, 15_000);

  test('names what was recorded, also if another kind was chosen while it was sent', async () => {
    const answered = deferred<void>();
    const { user, calls } = openMoney({
      [MOVE]: async () => {
        await answered.promise;
        return [201, { id: '31' }];
      },
    });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.click(await screen.findByRole('radio', { name: 'Change brought' }));
    answered.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['To the safe: ₹500']));
  });

  test('does not say of change that is brought that the drawer holds too little', async () => {
    const { user } = openMoney({
      [MOVE]: () => [422, problem('invalid', { fields: { amount_paise: 'drawer_short' } })],
    });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await screen.findByText('The drawer does not hold that much');
    await user.click(await screen.findByRole('radio', { name: 'Change brought' }));
    expect(screen.queryByText('The drawer does not hold that much')).toBeNull();
  });

  test('records change that is brought, and a correction, with the sign of their kind', async () => {
    const { user, calls } = openMoney({ [MOVE]: () => [201, { id: '31' }] });
    await user.click(await button('Cash in or out'));
    await user.click(await screen.findByRole('radio', { name: 'Change brought' }));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.click(await button('Cash in or out'));
    await user.click(await screen.findByRole('radio', { name: 'Correction, out of the drawer' }));
    await user.type(await field('Amount, in rupees'), '5');
    await user.type(await field('Note'), 'Typed twice{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(2));
    expect(calls(MOVE).map(({ body }) => [body?.['kind'], body?.['amount_paise']])).toEqual([
      ['change', 50_000],
      ['correction', -500],
    ]);
  });

  test('a count that was not closed can be closed later, and the server decides whether a reason is needed', async () => {
    let isRefused = true;
    const { user, calls } = openMoney({
      [MONEY]: () => sampleDayMoney({ shifts: [sampleCounted()] }),
      [CLOSE]: () => {
        if (!isRefused) return [204, null];
        isRefused = false;
        return [422, problem('invalid', { fields: { reason: 'required' } })];
      },
    });
    await user.click(await button('Say why, and close it'));
    // The next shift may have used the drawer since, so nothing is said of what stays in it.
    await screen.findByText('This cash leaves the drawer of the shift that is open now.');
    expect(screen.queryByText(/stays as the float/)).toBeNull();
    await user.click(await button('Close the shift'));
    await screen.findByText('Say why it differs');
    await user.type(await field('Why it differs'), 'Coins{Enter}');
    await waitFor(() => expect(calls(CLOSE)[1]?.body).toEqual({ reason: 'Coins', to_safe_paise: 290_000 }));
    expect(calls(CLOSE)[1]?.params['shift']).toBe('11');
    await waitFor(() => expect(toastTexts()).toEqual(['The shift is closed: ₹2,900 into the safe.']));
  });

  test('the reason that was typed for one shift is not in the form of another', async () => {
    const { user } = openMoney({
      [MONEY]: () => sampleDayMoney({ shifts: [sampleCounted(), sampleCounted({ id: '10' })] }),
    });
    const [first, second] = await screen.findAllByRole('button', { name: 'Say why, and close it' });
    if (first === undefined || second === undefined) throw new Error('two shifts have to be closed');
    await user.click(first);
    await user.type(await field('Why it differs'), 'Coins');
    await user.click(second);
    expect((await field('Why it differs')).value).toBe('');
  });

  test('a difference is reviewed only by a manager', async () => {
    const shifts = [sampleCounted({ reason: 'Coins' })];
    openMoney({ [MONEY]: () => sampleDayMoney({ shifts }) });
    await screen.findByText('₹100 is missing.');
    expect(screen.queryByRole('button', { name: /is reviewed$/ })).toBeNull();
    const { user, calls } = openMoney({
      [ME]: () => manager,
      [MONEY]: () => sampleDayMoney({ shifts }),
      [REVIEW]: () => [204, null],
    });
    await user.click(await button('The count of 1:00 PM is reviewed'));
    await waitFor(() => expect(calls(REVIEW).map(({ params }) => params['shift'])).toEqual(['11']));
  });

  test('cash that was in a count is named with what is left of the difference, and reviewed after the count was', async () => {
    const cash = {
      order: '4820193756',
      amount_paise: 80_000,
      by: 'Kiran Joshi',
      taken_at: sampleInstant(770),
      is_reviewed: false,
    };
    const counted = sampleCounted({
      counted_paise: 575_000,
      reason: 'Too much',
      reviewed_by: 'Asha Rao',
      cash_without_network: [cash],
    });
    const replies = (is_reviewed: boolean) => ({
      [ME]: () => manager,
      [MONEY]: () => sampleDayMoney({ shifts: [{ ...counted, cash_without_network: [{ ...cash, is_reviewed }] }] }),
      [REVIEW]: () => [204, null] as const,
    });
    const { user, calls } = openMoney(replies(false));
    await screen.findByText(
      '₹800 in cash for #4820193756, taken without a network at 12:50 PM, was in this count · taken by Kiran Joshi · not reviewed yet',
    );
    expect(screen.getByText('There is ₹750 too much.')).toBeTruthy();
    expect(screen.getByText('Without it: ₹50 is missing.')).toBeTruthy();
    await user.click(await button('The count of 1:00 PM is reviewed'));
    await waitFor(() => expect(calls(REVIEW).map(({ params }) => params['shift'])).toEqual(['11']));
    cleanup();
    openMoney(replies(true));
    await screen.findByText(/was in this count · taken by Kiran Joshi$/);
    expect(screen.queryByRole('button', { name: /is reviewed$/ })).toBeNull();
  });

  test('without a network no write is sent', async () => {
    const { user, calls } = openMoney();
    await user.click(await button(/^Count/));
    const coins = await field('Coins, in rupees');
    goOffline();
    await screen.findByText('Not connected. Money needs the server.');
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'I counted ₹0' });
    expect(submit.disabled).toBe(true);
    await user.type(coins, '{Enter}');
    expect(calls(COUNT)).toEqual([]);
    expect(within(document.body).getByText(/^Not connected, as of/)).toBeTruthy();
  });
});

test('a person who may not take money does not see the screen', async () => {
  const { calls } = openMoney({ [ME]: () => ({ ...manager, permissions: { 'board.read': 'yes' } }) });
  await screen.findByText('Your role does not see the money. Ask a manager.');
  expect(calls(MONEY)).toEqual([]);
});
