import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleBooking, sampleBookingPayment, sampleMe, type DeskReplies } from '@/testing/desk-server';
import { toasts, toastTexts } from '@/testing/toasts';
import { prepareEach } from './new-booking.test-kit';
import { button, ME, moneyForm, openCounter, permissions, TAKE } from './open-booking.test-kit';

prepareEach();

const INVOICE = 'POST /api/desk/payments/{payment}/invoice';
const QR_INVOICE = 'POST /api/desk/qrs/{qr}/invoice';

const taxed = { ...sampleMe, permissions, business: { ...sampleMe.business, tax_invoices: true } };
const paid = (qr: string | null) =>
  sampleBooking({
    due_paise: 0,
    paid_paise: 85_000,
    payments: [sampleBookingPayment({ id: qr === null ? '4711' : null, qr, can_void: qr === null })],
  });
const issued = { receipt: 'D1/26-27/000124', credit_note: 'N1/26-27/000007' };

/** The opened booking, paid, of a business with a GSTIN. */
const settled = (replies: DeskReplies = {}, qr: string | null = null) =>
  openCounter(
    { [ME]: () => taxed, [INVOICE]: () => [201, issued], [QR_INVOICE]: () => [201, issued], ...replies },
    paid(qr),
  );

async function typeFirm(user: ReturnType<typeof openCounter>['user'], gstin = '27aapfu 0939f1zv') {
  await user.type(await screen.findByLabelText('Name of the firm'), 'Uttam Traders LLP');
  await user.type(await screen.findByLabelText('GSTIN'), gstin);
}

test('money is taken with an invoice for a firm once its number is valid', async () => {
  const { user, calls } = openCounter({ [ME]: () => taxed });
  await moneyForm();
  await user.click(await button(/^Part, split, payer/));
  await user.click(await screen.findByRole('checkbox', { name: 'Invoice for a firm' }));
  await typeFirm(user, '27AAPFU0939F1ZW');
  await user.click(await button(/^Take ₹850/));
  await screen.findByText('A character is wrong: the last one does not fit the others');
  expect(calls(TAKE)).toHaveLength(0);
  await user.clear(screen.getByLabelText('GSTIN'));
  await user.type(screen.getByLabelText('GSTIN'), '27aapfu0939f1zv');
  await user.click(await button(/^Take ₹850/));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  expect(calls(TAKE)[0]?.body?.['firm']).toEqual({
    name: 'Uttam Traders LLP',
    gstin: '27AAPFU0939F1ZV',
    address: null,
  });
});

test('a firm whose invoice was ticked and unticked again is not sent', async () => {
  const { user, calls } = openCounter({ [ME]: () => taxed });
  await moneyForm();
  await user.click(await button(/^Part, split, payer/));
  const choose = await screen.findByRole('checkbox', { name: 'Invoice for a firm' });
  await user.click(choose);
  await typeFirm(user);
  await user.click(choose);
  await user.click(await button(/^Take ₹850/));
  await waitFor(() => expect(calls(TAKE)).toHaveLength(1));
  expect(calls(TAKE)[0]?.body).not.toHaveProperty('firm');
});

test('without a GSTIN of the business no firm is asked for', async () => {
  const { user } = openCounter();
  await moneyForm();
  await user.click(await button(/^Part, split, payer/));
  await screen.findByLabelText('Who pays, if not the player');
  expect(screen.queryByRole('checkbox', { name: 'Invoice for a firm' })).toBeNull();
});

test.each([
  ['a payment that a clerk took', null, INVOICE],
  ['a payment by a QR code', '5120', QR_INVOICE],
])('%s gets an invoice afterwards', async (_, qr, operation) => {
  const { user, calls } = settled({}, qr);
  await user.click(await button('Invoice for a firm, ₹850'));
  const form = await screen.findByRole('form', { name: 'Invoice for a firm, ₹850' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name of the firm')));
  await user.click(within(form).getByRole('button', { name: 'Issue the invoice' }));
  await screen.findByText('The name as the firm is registered');
  expect(calls(operation)).toHaveLength(0);
  await typeFirm(user);
  await user.dblClick(within(form).getByRole('button', { name: 'Issue the invoice' }));
  await waitFor(() =>
    expect(toastTexts()).toEqual([
      'Invoice D1/26-27/000124 is issued, credit note N1/26-27/000007 for the receipt before.',
    ]),
  );
  expect(calls(operation)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('form', { name: /^Invoice for a firm/ })).toBeNull());
});

test('a refusal keeps what was typed, and Escape closes the form alone', async () => {
  const { user } = settled({ [INVOICE]: () => [409, problem('payment_ended')] });
  await user.click(await button('Invoice for a firm, ₹850'));
  await typeFirm(user);
  await user.click(await button('Issue the invoice'));
  await screen.findByText('This was voided, given back, matched or paid out already.');
  expect(screen.getByLabelText<HTMLInputElement>('Name of the firm').value).toBe('Uttam Traders LLP');
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Invoice for a firm, ₹850' })),
  );
  await screen.findByText('Rohan Mehta', { selector: 'h3' });
});

test('a refusal that comes after the form was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, calls } = settled({
    [INVOICE]: async () => {
      await answered.promise;
      return [409, problem('payment_ended')];
    },
  });
  await user.click(await button('Invoice for a firm, ₹850'));
  await typeFirm(user);
  await user.click(await button('Issue the invoice'));
  await waitFor(() => expect(calls(INVOICE)).toHaveLength(1));
  await user.click(await button('Not now'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull());
  answered.resolve();
  await waitFor(() =>
    expect(toasts().map(({ title, text }) => [title, text])).toEqual([
      ['No invoice was issued', 'This was voided, given back, matched or paid out already.'],
    ]),
  );
});
