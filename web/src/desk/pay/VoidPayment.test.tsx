import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { deferred } from '@/testing/deferred';
import { problem, sampleBooking, sampleBookingPayment, sampleMe, type DeskReplies } from '@/testing/desk-server';
import { toasts, toastTexts } from '@/testing/toasts';
import { prepareEach } from '@/desk/board/new-booking.test-kit';
import { button, ME, openCounter, permissions } from '@/desk/board/open-booking.test-kit';

prepareEach();

const VOID = 'POST /api/desk/payments/{payment}/void';
const taxed = { ...sampleMe, permissions, business: { ...sampleMe.business, tax_invoices: true } };
const paid = sampleBooking({ due_paise: 0, paid_paise: 85_000, payments: [sampleBookingPayment()] });

/** Voids the payment of the opened booking, and closes the form before the server answers. */
async function voidAndClose(replies: DeskReplies) {
  const { user, calls } = openCounter({ [ME]: () => taxed, ...replies }, paid);
  await user.click(await button('Void the payment of ₹850'));
  await user.type(await screen.findByLabelText('Why is it voided?'), 'Taken twice{Enter}');
  await waitFor(() => expect(calls(VOID)).toHaveLength(1));
  await user.click(await button('Keep it'));
  return user;
}

test('a payment that is not voided after the form was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  await voidAndClose({
    [VOID]: async () => {
      await answered.promise;
      return [403, problem('not_allowed')];
    },
  });
  answered.resolve();
  await waitFor(() =>
    expect(toasts().map(({ title, text }) => [title, text])).toEqual([
      [
        'The payment was not voided',
        'You may not do this: your role does not allow it, or it was taken from you. Ask a manager or owner.',
      ],
    ]),
  );
});

test('of a void without an answer the form says that it is not known whether it was done', async () => {
  const { user } = openCounter({ [ME]: () => taxed, [VOID]: () => 'no network' }, paid);
  await user.click(await button('Void the payment of ₹850'));
  await user.type(await screen.findByLabelText('Why is it voided?'), 'Taken twice{Enter}');
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 10_000 })).toBeTruthy();
});

test('of a payment for several bookings the whole amount is named, because it is voided as a whole', async () => {
  const payments = [sampleBookingPayment({ whole_paise: 170_000 })];
  const { user } = openCounter({ [ME]: () => taxed, [VOID]: () => [204, null] }, { ...paid, payments });
  await button('Invoice for a firm, ₹1,700');
  await user.click(await button('Void the payment of ₹1,700'));
  await user.type(await screen.findByLabelText('Why is it voided?'), 'Taken twice{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['The payment of ₹1,700 is voided.']));
});

test('a late answer leaves the form that was opened in the meantime', async () => {
  const answered = deferred<void>();
  const user = await voidAndClose({
    [VOID]: async () => {
      await answered.promise;
      return [204, null];
    },
  });
  await user.click(await button('Invoice for a firm, ₹850'));
  await user.type(await screen.findByLabelText('Name of the firm'), 'Uttam');
  answered.resolve();
  await waitFor(() => expect(toastTexts()).toEqual(['The payment of ₹850 is voided.']));
  expect(screen.getByLabelText<HTMLInputElement>('Name of the firm').value).toBe('Uttam');
});
