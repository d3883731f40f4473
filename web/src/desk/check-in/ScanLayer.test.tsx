import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleBooking, sampleInstant, sampleMe, serveDesk } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { meQuery } from '@/desk/api/me';
import { reportScan } from '@/desk/lib/scanned';
import { ScanLayer } from './ScanLayer';

const PASS = 'SO1._oEsEg.4071553902.29922570.3.Y3JJ';

beforeEach(() => {
  vi.setSystemTime(sampleInstant(1104));
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Screen() {
  const me = useQuery(meQuery).data;
  const [venue] = me?.venues ?? [];
  return (
    <>
      <input aria-label="Elsewhere" />
      {me !== undefined && venue !== undefined && <ScanLayer me={me} venue={venue} />}
    </>
  );
}

test('the layer keeps the focus of a pressed button, and gives it back to the screen when it closes', async () => {
  let fails = true;
  const booking = sampleBooking({ order: '4071553902', attendance: 'arrived' });
  serveDesk({
    'GET /api/desk/me': () => sampleMe,
    'POST /api/desk/venues/{venue}/scans': () =>
      fails ? [429, problem('throttled')] : { code: 'checked_in', params: {}, booking },
    'GET /api/desk/bookings/{order}': () => booking,
  });
  const { user } = renderScreen({ path: '/players', component: Screen });
  const field = await screen.findByLabelText('Elsewhere');
  const layer = (await screen.findByRole('region', { name: 'The pass that was read last' })).parentElement;
  field.focus();
  act(() => reportScan(PASS));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(field);
  fails = false;
  await user.click(again);
  expect(await screen.findByText('Checked in')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(layer));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(field));
});
