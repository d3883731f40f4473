import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleQr } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { prepareEach } from '@/desk/board/new-booking.test-kit';
import { button, openCounter } from '@/desk/board/open-booking.test-kit';

prepareEach();

test('a QR code of the provider is still shown when the network is lost and the panel behind it is hidden', async () => {
  const { user } = openCounter({
    'GET /api/desk/venues/{venue}/shift': () => ({ shift: null, upi: null, provider_qr: true }),
    'POST /api/desk/venues/{venue}/qrs': () => [201, sampleQr()],
    'GET /api/desk/qrs/{qr}': () => sampleQr(),
  });
  await user.click(await screen.findByRole('radio', { name: /^UPI/ }));
  await user.click(await button('Show a code that marks itself paid'));
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  goOffline();
  const notice = await screen.findByText(/^No answer from the server\. If the player pays/);
  expect(document.querySelector('[inert]'), 'the panel is hidden').not.toBeNull();
  expect(notice.closest('[inert]')).toBeNull();
});
