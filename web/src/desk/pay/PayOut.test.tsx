import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problem, sampleBooking } from '@/testing/desk-server';
import { toastTexts } from '@/testing/toasts';
import { prepareEach } from '@/desk/board/new-booking.test-kit';
import { APPROVERS, approvers, button, FLOAT, openCounter } from '@/desk/board/open-booking.test-kit';

prepareEach();

const PAY_OUT = 'POST /api/desk/refunds/{refund}/payout';

test('after the float was counted, the colleague approves once more, and the money is given back', async () => {
  const to_pay_out = [{ id: '88', way: 'cash' as const, amount_paise: 80_000 }];
  const cancelled = sampleBooking({ status: 'cancelled', due_paise: 0, to_pay_out });
  let isOpen = false;
  const { user, calls } = openCounter(
    {
      [APPROVERS]: () => approvers,
      [FLOAT]: () => {
        isOpen = true;
        return [201, { id: '12' }];
      },
      [PAY_OUT]: ({ body }) => {
        if (body?.['approval'] === undefined) return [403, problem('approval_needed')];
        return isOpen ? [204, null] : [409, problem('shift_needed')];
      },
    },
    cancelled,
    [],
  );
  await user.click(await button('Give ₹800 back in cash'));
  await user.click(await screen.findByRole('radio', { name: 'Devang Shah' }));
  await user.type(await screen.findByLabelText('PIN of Devang Shah'), '503816{Enter}');
  await screen.findByText('Count the float first');
  await user.click(await button('Start with ₹0'));
  const pin = await screen.findByLabelText('PIN of Devang Shah');
  expect(document.activeElement).toBe(pin);
  expect(screen.queryByText('Count the float first')).toBeNull();
  await user.type(pin, '503816{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['₹800 given back.']));
  expect(calls(FLOAT)).toHaveLength(1);
  expect(calls(PAY_OUT)).toHaveLength(3);
});
