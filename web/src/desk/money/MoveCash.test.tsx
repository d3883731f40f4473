import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem } from '@/testing/desk-server';
import { toasts, toastTexts } from '@/testing/toasts';
import { button, field, openMoney, prepareEach } from './money.test-kit';

const MOVE = 'POST /api/desk/venues/{venue}/shift/movements';

prepareEach();

describe('the drawer', () => {
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

  test('cash that is not recorded after the form was closed is reported as a toast', async () => {
    const answered = deferred<void>();
    const { user, calls } = openMoney({
      [MOVE]: async () => {
        await answered.promise;
        return [422, problem('invalid', { fields: { amount_paise: 'drawer_short' } })];
      },
    });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await waitFor(() => expect(calls(MOVE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByLabelText('Amount, in rupees')).toBeNull());
    answered.resolve();
    await waitFor(() =>
      expect(toasts().map(({ title, text }) => [title, text])).toEqual([
        ['It was not recorded', 'The drawer does not hold that much'],
      ]),
    );
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

  test('records cash once if the server is busy when the request is repeated after a lost answer', async () => {
    let sent = 0;
    let isBusy = true;
    const { user, calls } = openMoney({
      [MOVE]: () => {
        sent += 1;
        if (sent === 1) return 'no network';
        return isBusy ? [503, problem('unavailable')] : [201, { id: '31' }];
      },
    });
    await user.click(await button('Cash in or out'));
    await user.type(await field('Amount, in rupees'), '500{Enter}');
    await screen.findByText(/We could not tell whether that went through/, undefined, { timeout: 8_000 });
    expect(screen.queryByText('It was not recorded')).toBeNull();
    isBusy = false;
    await user.click(await button('Record − ₹500'));
    await waitFor(() => expect(toastTexts()).toEqual(['To the safe: ₹500']));
    expect(new Set(calls(MOVE).map(({ key }) => key)).size).toBe(1);
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
});
