import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setServerAway } from '@/lib/online';
import { deferred } from '@/testing/deferred';
import {
  problem,
  SAMPLE_DAY,
  sampleBoardBooking,
  sampleBooking,
  sampleInstant,
  sampleMe,
  sampleQr,
  serveDesk,
} from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { toasts } from '@/testing/toasts';
import { keepBoard } from '@/desk/api/kept-data';
import { meQuery } from '@/desk/api/me';
import { reportScan } from '@/desk/lib/scanned';
import { boardOfCourt3, keepPassKey, ORDER, PASS } from './pass.test-kit';
import { ScanLayer } from './ScanLayer';

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
  const booking = sampleBooking({ order: ORDER, attendance: 'arrived' });
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

test('each pass that was read while the layer was loading is checked in', async () => {
  const booking = sampleBooking({ order: ORDER, attendance: 'arrived' });
  const scans = 'POST /api/desk/venues/{venue}/scans';
  const log = serveDesk({
    'GET /api/desk/me': () => sampleMe,
    [scans]: () => ({ code: 'checked_in', params: {}, booking }),
    'GET /api/desk/bookings/{order}': () => booking,
  });
  reportScan(PASS);
  reportScan(`${PASS}2`);
  renderScreen({ path: '/players', component: Screen });
  const passes = () => log.filter(({ call }) => call === scans).map(({ body }) => body?.['pass']);
  await waitFor(() => expect(passes()).toEqual([PASS, `${PASS}2`]));
});

test('Escape in the window of a QR code leaves the scan, and the code, as they are', async () => {
  const permissions = { ...sampleMe.permissions, 'payment.take': 'yes' };
  const booking = sampleBooking({ order: ORDER, due_paise: 85_000 });
  const log = serveDesk({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
    'POST /api/desk/venues/{venue}/scans': () => ({ code: 'due', params: { amount_paise: 85_000 }, booking }),
    'GET /api/desk/bookings/{order}': () => booking,
    'GET /api/desk/venues/{venue}/shift': () => ({ shift: null, upi: null, provider_qr: true }),
    'POST /api/desk/venues/{venue}/qrs': () => [201, sampleQr()],
    'GET /api/desk/qrs/{qr}': () => sampleQr(),
    'DELETE /api/desk/qrs/{qr}': () => sampleQr({ state: 'closed' }),
  });
  const { user } = renderScreen({ path: '/players', component: Screen });
  await screen.findByRole('region', { name: 'The pass that was read last' });
  act(() => reportScan(PASS));
  await user.click(await screen.findByRole('button', { name: 'Take ₹850' }));
  await user.click(await screen.findByRole('radio', { name: /^UPI/ }));
  await user.click(await screen.findByRole('button', { name: 'Show a code that marks itself paid' }));
  await screen.findByRole('img', { name: 'QR code: ₹850 by UPI' });
  const dialog = screen.getByRole('dialog', { name: 'Pay by UPI' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  expect(dialog.isConnected).toBe(true);
  expect(screen.getByText('₹850 to pay')).toBeTruthy();
  expect(log.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
});

/** Counts the timers of six seconds, after which a result is removed, that are running. */
function watchRemovals(): () => number {
  const begun = vi.spyOn(window, 'setTimeout');
  const ended = vi.spyOn(window, 'clearTimeout');
  return () => {
    const stopped = new Set<unknown>(ended.mock.calls.map(([timer]) => timer));
    const running = begun.mock.calls.filter(
      ([, delay], index) => delay === 6_000 && !stopped.has(begun.mock.results[index]?.value),
    );
    return running.length;
  };
}

test('a result stays while its check-in is being undone, and while it says that this was refused', async () => {
  const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
  const booking = sampleBooking({ order: ORDER, attendance: 'arrived' });
  serveDesk({
    'GET /api/desk/me': () => sampleMe,
    'POST /api/desk/venues/{venue}/scans': () => ({ code: 'checked_in', params: {}, booking }),
    'GET /api/desk/bookings/{order}': () => booking,
    'PUT /api/desk/bookings/{order}/attendance': () => answer.promise,
  });
  renderScreen({ path: '/players', component: Screen });
  await screen.findByRole('region', { name: 'The pass that was read last' });
  const removals = watchRemovals();
  act(() => reportScan(PASS));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(removals()).toBe(1));
  // A click by the mouse would leave it over the result, which stays then for that reason.
  fireEvent.click(undo);
  await waitFor(() => expect(undo.getAttribute('aria-busy')).toBe('true'));
  await waitFor(() => expect(removals()).toBe(0));
  answer.resolve([409, problem('day_closed')]);
  await waitFor(() => expect(undo.getAttribute('aria-busy')).toBeNull());
  expect(screen.getByText(/^The day is closed/)).toBeTruthy();
  expect(removals()).toBe(0);
});

test('a result stays while the mouse is over it or one of its buttons has the focus', async () => {
  const booking = sampleBooking({ order: ORDER, attendance: 'arrived' });
  serveDesk({
    'GET /api/desk/me': () => sampleMe,
    'POST /api/desk/venues/{venue}/scans': () => ({ code: 'checked_in', params: {}, booking }),
    'GET /api/desk/bookings/{order}': () => booking,
  });
  const { user } = renderScreen({ path: '/players', component: Screen });
  await screen.findByRole('region', { name: 'The pass that was read last' });
  const removals = watchRemovals();
  act(() => reportScan(PASS));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(removals()).toBe(1));
  await user.hover(undo);
  await waitFor(() => expect(removals()).toBe(0));
  await user.unhover(undo);
  await waitFor(() => expect(removals()).toBe(1));
  act(() => undo.focus());
  await waitFor(() => expect(removals()).toBe(0));
  act(() => undo.blur());
  await waitFor(() => expect(removals()).toBe(1));
});

test('a result goes by itself also after an earlier one was closed by its button', async () => {
  const booking = sampleBooking({ order: ORDER, attendance: 'arrived' });
  serveDesk({
    'GET /api/desk/me': () => sampleMe,
    'POST /api/desk/venues/{venue}/scans': () => ({ code: 'checked_in', params: {}, booking }),
    'GET /api/desk/bookings/{order}': () => booking,
  });
  const { user } = renderScreen({ path: '/players', component: Screen });
  await screen.findByRole('region', { name: 'The pass that was read last' });
  screen.getByLabelText('Elsewhere').focus();
  const removals = watchRemovals();
  act(() => reportScan(PASS));
  await screen.findByText('Checked in');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Checked in')).toBeNull();
  expect(removals()).toBe(0);
  act(() => reportScan(`${PASS}2`));
  await screen.findByText('Checked in');
  await waitFor(() => expect(removals()).toBe(1));
});

test.each(['taken', 'refused'])(
  'a payment that is %s after the layer was closed is reported as a toast',
  async (end) => {
    const answer = deferred<void>();
    const permissions = { ...sampleMe.permissions, 'payment.take': 'yes' };
    const booking = sampleBooking({ order: ORDER, due_paise: 85_000 });
    serveDesk({
      'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
      'POST /api/desk/venues/{venue}/scans': () => ({ code: 'due', params: { amount_paise: 85_000 }, booking }),
      'GET /api/desk/bookings/{order}': () => booking,
      'GET /api/desk/venues/{venue}/shift': () => ({ shift: null, upi: null, provider_qr: false }),
      'POST /api/desk/venues/{venue}/payments': async () => {
        await answer.promise;
        return end === 'taken'
          ? [201, { payment: '4711', receipt: 'D1/26-27/000123', received_paise: 85_000, bookings: [] }]
          : [403, problem('not_allowed')];
      },
    });
    const { user } = renderScreen({ path: '/players', component: Screen });
    await screen.findByRole('region', { name: 'The pass that was read last' });
    act(() => reportScan(PASS));
    await user.click(await screen.findByRole('button', { name: 'Take ₹850' }));
    await user.click(await screen.findByRole('button', { name: 'Take ₹850 in cash' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('₹850 to pay')).toBeNull();
    expect(toasts()).toEqual([]);
    answer.resolve();
    await waitFor(() =>
      expect(toasts().map(({ title, text }) => title ?? text)).toEqual([
        end === 'taken' ? '₹850 taken, receipt D1/26-27/000123' : 'No money was taken',
      ]),
    );
  },
);

test.each([
  ['₹850 to pay', { bookings: [sampleBoardBooking({ order: ORDER, court: 3, due_paise: 85_000 })] }],
  [
    'This booking was cancelled',
    { cancelled: [{ order: ORDER, court: 3, minute: 1140, name: 'Rohan Mehta', at: null }] },
  ],
])('without the server, the board that only this device has kept decides about a pass: %s', async (result, changes) => {
  stubIndexedDb();
  keepPassKey();
  await keepBoard(1, SAMPLE_DAY, { board: boardOfCourt3(changes), etag: null, ahead: 0 });
  serveDesk({ 'GET /api/desk/me': () => sampleMe });
  renderScreen({ path: '/players', component: Screen });
  await screen.findByRole('region', { name: 'The pass that was read last' });
  act(() => setServerAway(true));
  onTestFinished(() => setServerAway(false));
  act(() => reportScan(PASS));
  expect(await screen.findByText(result)).toBeTruthy();
});

test.each([
  [36, '₹850 to pay'],
  [35, 'For Mon 23 Nov, 12:00 AM'],
])(
  'without the server, the board of the next day decides about its first game once check-in is open (%i minutes before)',
  async (check_in_minutes, result) => {
    stubIndexedDb();
    keepPassKey();
    // In Adelaide the game of the pass begins at midnight, 36 minutes from now.
    const venues = [{ id: 2, name: 'Riverside Arena', time_zone: 'Australia/Adelaide', is_retired: false }];
    const day = '2026-11-23';
    const board = boardOfCourt3({
      venue: 2,
      day,
      starts: [{ minute: 0, at: sampleInstant(1140) }],
      prices_paise: [[100_000]],
      bookings: [sampleBoardBooking({ order: ORDER, court: 3, minute: 0, due_paise: 85_000 })],
    });
    await keepBoard(2, day, { board, etag: null, ahead: 0 });
    const business = { ...sampleMe.business, check_in_minutes };
    serveDesk({ 'GET /api/desk/me': () => ({ ...sampleMe, business, venues }) });
    renderScreen({ path: '/players', component: Screen });
    await screen.findByRole('region', { name: 'The pass that was read last' });
    act(() => setServerAway(true));
    onTestFinished(() => setServerAway(false));
    act(() => reportScan(PASS));
    expect(await screen.findByText(result)).toBeTruthy();
  },
);
