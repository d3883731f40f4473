import { expect, test } from 'vitest';
import { config } from '@/testing/stand-in-server';
import { noScript } from './no-script';

test('a visitor without JavaScript is asked to call only an operator who has given a phone number', () => {
  const withPhone = noScript(config.brand, true);
  expect(withPhone).toContain('or call us: we book it for you.');
  expect(withPhone).toContain('href="tel:+912650000100"');
  const without = noScript({ ...config.brand, phone: '' }, true);
  expect(without).toContain('Booking a court online needs JavaScript. Please switch it on and reload this page.</p>');
  expect(without).not.toContain('tel:');
});
