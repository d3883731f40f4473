import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { problem, sampleInstant } from '@/testing/desk-server';
import { toastTexts } from '@/testing/toasts';
import {
  button,
  CLOSE,
  field,
  manager,
  ME,
  MONEY,
  openMoney,
  prepareEach,
  sampleCounted,
  sampleDayMoney,
} from './money.test-kit';

const REVIEW = 'POST /api/desk/shifts/{shift}/review';

prepareEach();

describe('the drawer', () => {
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
    await user.click(await button('Say why, and close it: 1:00 PM'));
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

  test('an exact count that was not closed asks for no reason', async () => {
    const { user, calls } = openMoney({
      [MONEY]: () => sampleDayMoney({ shifts: [sampleCounted({ counted_paise: 500_000 })] }),
      [CLOSE]: () => [204, null],
    });
    await user.click(await button('Close the shift: 1:00 PM'));
    expect(screen.queryByLabelText('Why it differs')).toBeNull();
    await user.click(await button('Close the shift'));
    await waitFor(() => expect(calls(CLOSE)[0]?.body).toEqual({ reason: null, to_safe_paise: 300_000 }));
  });

  test('the reason that was typed for one shift is not in the form of another', async () => {
    const { user } = openMoney({
      [MONEY]: () =>
        sampleDayMoney({ shifts: [sampleCounted(), sampleCounted({ id: '10', counted_at: sampleInstant(840) })] }),
    });
    await user.click(await button('Say why, and close it: 1:00 PM'));
    await user.type(await field('Why it differs'), 'Coins');
    await user.click(await button('Say why, and close it: 2:00 PM'));
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
    await waitFor(() => expect(calls(REVIEW)).toMatchObject([{ params: { shift: '11' }, body: { seen_cash: 0 } }]));
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
    await waitFor(() => expect(calls(REVIEW)).toMatchObject([{ params: { shift: '11' }, body: { seen_cash: 1 } }]));
    cleanup();
    openMoney(replies(true));
    await screen.findByText(/was in this count · taken by Kiran Joshi$/);
    expect(screen.queryByRole('button', { name: /is reviewed$/ })).toBeNull();
  });
});
