import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problem, sampleMe } from '@/testing/desk-server';
import { prepareEach } from '@/desk/board/new-booking.test-kit';
import { button, ME, openCounter, permissions, TAKE } from '@/desk/board/open-booking.test-kit';

prepareEach();

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
