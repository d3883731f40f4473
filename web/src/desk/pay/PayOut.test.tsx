import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { problem, sampleBooking } from '@/testing/desk-server';
import { toasts, toastTexts } from '@/testing/toasts';
import { prepareEach } from '@/desk/board/new-booking.test-kit';
import { APPROVERS, approvers, BOOKING, button, FLOAT, openCounter } from '@/desk/board/open-booking.test-kit';

prepareEach();

const PAY_OUT = 'POST /api/desk/refunds/{refund}/payout';

const to_pay_out = [{ id: '88', way: 'cash' as const, amount_paise: 80_000, ends_booking: true }];
const cancelled = sampleBooking({ status: 'cancelled', due_paise: 0, to_pay_out });

test('after the float was counted, the colleague approves once more, and the money is given back', async () => {
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

test('the second press of a double click does not give the refund back that took the place of the first one', async () => {
  const other = { id: '89', way: 'cash' as const, amount_paise: 5_000, ends_booking: true };
  let booking = { ...cancelled, to_pay_out: [...to_pay_out, other] };
  const { user, calls } = openCounter(
    {
      [BOOKING]: () => booking,
      [PAY_OUT]: () => {
        booking = { ...booking, to_pay_out: [other] };
        return [204, null];
      },
    },
    booking,
    [],
  );
  await user.click(await button('Give ₹800 back in cash'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Give ₹800 back in cash' })).toBeNull());
  fireEvent.click(await button('Give ₹50 back in cash'), { detail: 2 });
  await act(() => pause(0));
  expect(calls(PAY_OUT).map(({ params }) => params['refund'])).toEqual(['88']);
});

test('a refund that is not given back after the panel was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, calls } = openCounter(
    {
      [PAY_OUT]: async () => {
        await answered.promise;
        return [409, problem('drawer_short', { params: { amount: '₹300' } })];
      },
    },
    cancelled,
    [],
  );
  await user.click(await button('Give ₹800 back in cash'));
  await waitFor(() => expect(calls(PAY_OUT)).toHaveLength(1));
  await user.click(await button('Close the booking'));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  answered.resolve();
  await waitFor(() =>
    expect(toasts().map(({ title, text }) => [title, text])).toEqual([
      ['The money was not given back', 'The drawer has ₹300. Bring change, or give it back another way.'],
    ]),
  );
});

test('of a refund without an answer the form says that it is not known whether it was given back', async () => {
  const { user } = openCounter({ [PAY_OUT]: () => 'no network' }, cancelled, []);
  await user.click(await button('Give ₹800 back in cash'));
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
});

test('a refund that a colleague has just given back is reported as a toast, because its form is gone', async () => {
  let isGiven = false;
  const { user } = openCounter(
    {
      [BOOKING]: () => (isGiven ? { ...cancelled, to_pay_out: [] } : cancelled),
      [PAY_OUT]: () => {
        isGiven = true;
        return [409, problem('payment_ended')];
      },
    },
    cancelled,
    [],
  );
  await user.click(await button('Give ₹800 back in cash'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Give ₹800 back in cash' })).toBeNull());
  expect(toasts().map(({ title, text }) => [title, text])).toEqual([
    ['The money was not given back', 'This was voided, given back, matched or paid out already.'],
  ]);
});
