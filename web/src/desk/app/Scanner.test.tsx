import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleBooking } from '@/testing/desk-server';
import { reportScan } from '@/desk/lib/scanned';
import { openDesk, prepareEach } from './desk.test-kit';

// Compiled before the first test, as the panel of the board is.
await import('@/desk/check-in/CheckInPage');
await import('@/desk/check-in/ScanLayer');

prepareEach();

test('a pass that is read where the address has the check-in of an unknown venue is not kept for a later screen', async () => {
  openDesk('/desk/v/9/check-in', {
    'POST /api/desk/venues/{venue}/scans': () => ({
      code: 'checked_in',
      params: {},
      booking: sampleBooking({ attendance: 'arrived' }),
    }),
  });
  await screen.findByText('This venue is not one of yours.');
  act(() => reportScan('SO1.a.b'));
  expect(await screen.findByText('Checked in')).toBeTruthy();
});
