import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problem } from '@/testing/desk-server';
import type { BrandSettings } from './brand';
import { field, open, prepareEach, settings, written } from './brand.test-kit';
import { serverRule } from './rules';

prepareEach();

test('a rule is typed in hours or rupees, and an empty field restores the rule of the server', async () => {
  let current = settings;
  const { user, log } = open('/set-up/brand/policies', {
    'GET /api/desk/brand': () => current,
    'PUT /api/desk/brand': ({ body }) => {
      current = { ...settings, version: 4, brand: body as BrandSettings['brand'] };
      return { version: 4 };
    },
  });
  const cutoff = await field(/^A booking can be cancelled until/);
  expect(cutoff.value).toBe('');
  await user.type(cutoff, 'soon');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write hours from 0 to 720.')).toBeTruthy();
  expect(document.activeElement).toBe(cutoff);
  expect(written(log)).toEqual([]);
  await user.clear(cutoff);
  await user.type(cutoff, '1.5');
  await user.type(await field(/^The bank keeps of a refund/), '10.5');
  await user.selectOptions(await field('Refunds are sent on'), 'Mon');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saved\. Players see it now\./)).toBeTruthy();
  expect(written(log)[0]).toMatchObject({
    ifMatch: '"3"',
    body: { cancel_cutoff_minutes: 90, refund_weekday: 1, bank_charge_paise: 1_050, min_age: null },
  });
  expect(cutoff.value).toBe('1.5');
  await user.clear(cutoff);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(written(log)[1]?.body).toMatchObject({ cancel_cutoff_minutes: null }));
});

test('an error of the server in a rule is shown at its field', async () => {
  const { user } = open('/set-up/brand/tax', {
    'PUT /api/desk/brand': () => [422, problem('invalid', { fields: { gst_rate: 'rule_range' } })],
  });
  const rate = await field(/^GST in the price/);
  await user.type(rate, '80');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write percent from 0 to 50.')).toBeTruthy();
  expect(document.activeElement).toBe(rate);
});

test('the errors of the server stay when the field of the GSTIN is left without a change', async () => {
  const { user } = open('/set-up/brand/tax', {
    'PUT /api/desk/brand': () => [
      422,
      problem('invalid', { fields: { gstin: 'gstin_check', gst_rate: 'rule_range' } }),
    ],
  });
  const gstin = await field(/^GSTIN/);
  await user.type(gstin, '27AAPFU0939F1ZV');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Write percent from 0 to 50.');
  expect(document.activeElement).toBe(gstin);
  await user.tab();
  expect(document.activeElement).not.toBe(gstin);
  expect(screen.getByText('Write percent from 0 to 50.')).toBeTruthy();
});

test('a length of the server that is not whole minutes is shown in seconds', () => {
  const policies = { ...settings.policies, hold_seconds: 90, online_hold_seconds: 3600 };
  expect(serverRule('hold_seconds', { ...settings, policies })).toBe('90 seconds');
  expect(serverRule('online_hold_seconds', { ...settings, policies })).toBe('1 hour');
  expect(serverRule('hold_seconds', settings)).toBe('10 minutes');
});

test('without a cut-off on the server a booking can be cancelled until it begins', () => {
  const policies = { ...settings.policies, cancel_cutoff_minutes: 0 };
  expect(serverRule('cancel_cutoff_minutes', { ...settings, policies })).toBe('until it begins');
  expect(serverRule('cancel_cutoff_minutes', settings)).toBe('6 hours before it begins');
});
