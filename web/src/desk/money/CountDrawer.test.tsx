import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem } from '@/testing/desk-server';
import { pause } from '@/lib/pause';
import { dismissPersonalToasts } from '@/lib/toast';
import { goOffline } from '@/testing/network';
import { toasts, toastTexts } from '@/testing/toasts';
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
  openMoney,
  prepareEach,
  sampleShift,
} from './money.test-kit';

prepareEach();

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

  test('the second press of a double click does not close the shift before the difference was seen', async () => {
    const found = { next: '13', expected_paise: 200_000, counted_paise: 202_000, reason_above_paise: 5_000 };
    const { user, calls } = openMoney({ [COUNT]: () => found, [CLOSE]: () => [204, null] });
    await user.click(await button(/^Count/));
    await user.type(await field('Coins, in rupees'), '2020');
    await user.click(await button('I counted ₹2,020'));
    await screen.findByRole('heading', { name: 'There is ₹20 too much.' });
    fireEvent.click(await button('Close the shift'), { detail: 2 });
    await act(() => pause(0));
    expect(calls(CLOSE)).toEqual([]);
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

  test('that is not counted after the form was closed is reported as a toast', async () => {
    const answered = deferred<void>();
    const { user, calls } = openMoney({
      [COUNT]: async () => {
        await answered.promise;
        return [409, problem('shift_counted')];
      },
    });
    await user.click(await button(/^Count/));
    await user.click(await button('I counted ₹0'));
    await waitFor(() => expect(calls(COUNT)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByLabelText('Coins, in rupees')).toBeNull());
    answered.resolve();
    await waitFor(() =>
      expect(toasts().map(({ title, text }) => [title, text])).toEqual([
        ['The drawer was not counted', 'This shift was counted or closed already.'],
      ]),
    );
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

  test('is not counted without a network, and the screen says why', async () => {
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
