import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setServerAway } from '@/lib/online';
import { deferred } from '@/testing/deferred';
import { sampleBoardBooking, sampleBooking, sampleInstant, sampleMe, serveDesk } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { toastTexts } from '@/testing/toasts';
import { reportScan } from '@/desk/lib/scanned';
import { CheckInPage } from './CheckInPage';
import { boardOfCourt3, keepPassKey, ORDER, PASS } from './pass.test-kit';

const camera = vi.hoisted((): { read: (text: string) => void } => ({ read: () => undefined }));
vi.mock('./CameraPart', () => ({
  CameraPart: ({ onText }: { onText: (text: string) => void }) => {
    camera.read = onText;
    return null;
  },
}));

/** How long each result stays before the next pass is checked: as the app decides, or until the test says so. */
const shown = vi.hoisted((): { until: Promise<void> | null } => ({ until: null }));
vi.mock(import('@/lib/pause'), async (original) => {
  const { pause } = await original();
  return { pause: (milliseconds: number) => shown.until ?? pause(milliseconds) };
});

const SCAN = 'POST /api/desk/venues/{venue}/scans';
const due = sampleBooking({ order: ORDER, version: 3 });
const arrived = { ...due, version: 4, attendance: 'arrived' as const, attendance_at: sampleInstant(1104) };

beforeEach(() => {
  vi.setSystemTime(sampleInstant(1104));
  localStorage.clear();
  keepPassKey();
});
afterEach(() => {
  cleanup();
  act(() => setServerAway(false));
  vi.unstubAllGlobals();
});

/** Opens the screen; `begin` scans a pass for which money is due, and begins to take it. */
async function open() {
  const permissions = { ...sampleMe.permissions, 'payment.take': 'yes' };
  const bookings = [sampleBoardBooking({ order: due.order, court: 3, due_paise: 85_000 })];
  const log = serveDesk({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
    'GET /api/desk/venues/{venue}/board': () => boardOfCourt3({ bookings }),
    'GET /api/desk/bookings/{order}': () => due,
    'GET /api/desk/venues/{venue}/shift': () => ({ shift: null, upi: null, provider_qr: false }),
    [SCAN]: ({ body }) =>
      body?.['seen_version'] === null
        ? { code: 'due', params: { amount_paise: 85_000 }, booking: due }
        : { code: 'checked_in', params: {}, booking: arrived },
  });
  const { user } = renderScreen({ path: '/v/$venue/check-in', component: withMe(CheckInPage), at: '/v/1/check-in' });
  await screen.findByRole('heading', { level: 3, name: '7 PM' });
  return {
    user,
    scans: () => log.filter(({ call }) => call === SCAN).map(({ body }) => body?.['pass']),
    begin: async () => {
      act(() => reportScan(PASS));
      await user.click(await screen.findByRole('button', { name: 'Take ₹850' }));
    },
  };
}

test('without the server, too, the camera does not replace the payment of the player before', async () => {
  const { begin } = await open();
  act(() => setServerAway(true));
  await begin();
  act(() => camera.read(PASS.replace(ORDER, '4071553903')));
  expect(await screen.findByRole('button', { name: 'Note ₹850 in cash' })).toBeTruthy();
  expect(screen.queryByText('Not a pass of ours')).toBeNull();
});

test('a pass that stays before the camera while its money is taken is not scanned again after that', async () => {
  const { user, begin, scans } = await open();
  await begin();
  const began = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(began + 10_000);
  act(() => camera.read(PASS));
  await user.click(screen.getByRole('button', { name: 'Let in, pay later' }));
  expect(await screen.findByText('Checked in')).toBeTruthy();
  clock.mockReturnValue(began + 11_000);
  act(() => camera.read(PASS));
  expect(scans()).toEqual([PASS, PASS]);
  expect(screen.getByText('Checked in')).toBeTruthy();
  act(() => camera.read(`${PASS}2`));
  await vi.waitFor(() => expect(scans()).toEqual([PASS, PASS, `${PASS}2`]));
});

test('a hand scan while money is taken does not replace the payment, and says what to do first', async () => {
  const { user, begin, scans } = await open();
  await begin();
  const other = PASS.replace(ORDER, '4071553903');
  act(() => reportScan(other));
  await vi.waitFor(() => expect(toastTexts()).toEqual(['Finish the payment first, then scan again.']));
  expect(screen.getByText('₹850 to pay')).toBeTruthy();
  expect(scans()).toEqual([PASS]);
  await user.click(screen.getByRole('button', { name: 'Let in, pay later' }));
  expect(await screen.findByText('Checked in')).toBeTruthy();
  act(() => reportScan(other));
  await vi.waitFor(() => expect(scans()).toEqual([PASS, PASS, other]));
});

test('a pass that was read before money is taken does not replace the payment either', async () => {
  const { user, scans } = await open();
  const other = PASS.replace(ORDER, '4071553903');
  const next = deferred<void>();
  shown.until = next.promise;
  act(() => reportScan(PASS));
  act(() => reportScan(other));
  await user.click(await screen.findByRole('button', { name: 'Take ₹850' }));
  await vi.waitFor(() => expect(toastTexts()).toEqual(['Finish the payment first, then scan again.']));
  shown.until = null;
  next.resolve();
  await user.click(screen.getByRole('button', { name: 'Let in, pay later' }));
  await vi.waitFor(() => expect(scans()).toEqual([PASS, PASS]), { timeout: 5_000 });
  expect(await screen.findByText('Checked in')).toBeTruthy();
  act(() => reportScan(other));
  await vi.waitFor(() => expect(scans()).toEqual([PASS, PASS, other]));
});

test('a button that is pressed twice while another pass waits lets the players in once', async () => {
  const { scans } = await open();
  const [other, third] = [PASS.replace(ORDER, '4071553903'), PASS.replace(ORDER, '4071553904')];
  const next = deferred<void>();
  shown.until = next.promise;
  act(() => reportScan(PASS));
  act(() => reportScan(other));
  const letIn = await screen.findByRole('button', { name: 'Let in, pay later' });
  // Two single presses: of a double click the button ignores the second one anyway.
  fireEvent.click(letIn);
  fireEvent.click(letIn);
  shown.until = null;
  next.resolve();
  expect(await screen.findByText('Checked in', {}, { timeout: 5_000 })).toBeTruthy();
  act(() => reportScan(third));
  await vi.waitFor(() => expect(scans()).toEqual([PASS, other, PASS, third]), { timeout: 5_000 });
});
