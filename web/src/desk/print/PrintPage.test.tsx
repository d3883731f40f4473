import { screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  sampleBoard,
  sampleBoardBooking,
  sampleFact,
  sampleInstant,
  sampleMe,
  serveDesk,
  type DeskReplies,
} from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { forgetKept, keepBoard } from '@/desk/api/kept-data';
import { queueStore } from '@/desk/api/queue';
import { moneySearch } from '@/desk/lib/search';
import { PrintPage } from './PrintPage';

const BOARD = 'GET /api/desk/venues/{venue}/board';

beforeEach(async () => {
  stubIndexedDb();
  await forgetKept();
  vi.setSystemTime(sampleInstant(1104));
});

function open(replies: DeskReplies = {}, address = '/v/1/print?day=2026-11-22') {
  serveDesk({ 'GET /api/desk/me': () => sampleMe, [BOARD]: () => sampleBoard(), ...replies });
  return renderScreen({ path: '/v/$venue/print', component: PrintPage, search: moneySearch, at: address });
}

test('the day has the player, the end of the number, the amount due and the closure, and is printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const rohan = sampleBoardBooking({
    court: 23,
    minute: 1140,
    name: 'Rohan Mehta',
    due_paise: 85_000,
    phone_tail: '1736',
  });
  const block = { id: '5', court: 21, minute: 1140, minutes: 60, reason: 'Net repair' };
  const { user } = open({ [BOARD]: () => sampleBoard({ bookings: [rohan], blocks: [block] }) });
  // The last hour of the sample board begins at 9 PM.
  const sheet = within(await screen.findByRole('region', { name: /^Sheet 1 of 1, .* to 10 PM$/ }));
  const row = within(sheet.getByRole('row', { name: /^Court 3/ }));
  expect(row.getByText('Rohan Mehta')).toBeTruthy();
  expect(row.getByText('₹850 due')).toBeTruthy();
  expect(row.getByText(/··1736/)).toBeTruthy();
  expect(sheet.getByText('Net repair')).toBeTruthy();
  expect(sheet.getByText(/^1 booking, ₹850 due · As of 6:24 PM/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a closed hour that had a booking is printed as closed, and a cancelled booking is not counted', async () => {
  const block = { id: '5', court: 21, minute: 1140, minutes: 120, reason: 'Rain' };
  const lost = {
    order: '7',
    court: 21,
    minute: 1200,
    minutes: 60,
    name: 'Kiran Shah',
    offer: 'open' as const,
    called: false,
    goes_back: false,
    new: null,
  };
  const cancelled = sampleBoardBooking({ status: 'cancel_requested', name: 'Devang Raval', due_paise: 0 });
  open({ [BOARD]: () => sampleBoard({ bookings: [cancelled], blocks: [block], displaced: [lost] }) });
  const sheet = within(await screen.findByRole('region', { name: /^Sheet 1 of 1/ }));
  const row = within(sheet.getByRole('row', { name: /^Court 1/ }));
  expect(row.getAllByText('Rain')).toHaveLength(2);
  expect(sheet.queryByText('Kiran Shah')).toBeNull();
  expect(sheet.queryByText('Devang Raval')).toBeNull();
  expect(sheet.getByText(/^0 bookings/)).toBeTruthy();
});

test('a day that this device has kept is printed with the time at which it was read', async () => {
  await keepBoard(1, '2026-11-22', { board: sampleBoard(), etag: '"v1"', ahead: 0 });
  vi.setSystemTime(sampleInstant(1134));
  open({ [BOARD]: () => 'no network' });
  expect(await screen.findByText(/As of 6:24 PM/)).toBeTruthy();
});

test('an arrival and a payment that this device has not sent yet are printed', async () => {
  const payment = { kind: 'payment', order: '4820193756', tender: 'cash', amount_paise: 85_000 } as const;
  queueStore.set([sampleFact(), sampleFact({ id: '2', what: payment })]);
  onTestFinished(() => queueStore.set([]));
  const bookings = [sampleBoardBooking({ due_paise: 85_000, phone_tail: null })];
  await keepBoard(1, '2026-11-22', { board: sampleBoard({ bookings }), etag: '"v1"', ahead: 0 });
  open({ [BOARD]: () => 'no network' });
  const name = await screen.findByText('Rohan Mehta');
  expect(name.closest('td')?.textContent).toBe('✓Rohan MehtaNo number paidhere');
  expect(screen.getByText(/^1 booking, ₹0 due/)).toBeTruthy();
});

test('a day that this device read yesterday is printed with that day', async () => {
  await keepBoard(1, '2026-11-22', { board: sampleBoard(), etag: '"v1"', ahead: 0 });
  vi.setSystemTime(sampleInstant(1104 + 1440));
  open({ [BOARD]: () => 'no network' });
  expect(await screen.findByText(/As of Sun 22 Nov, 6:24 PM/)).toBeTruthy();
});

test.each([
  [[null, 'arrived'], '✓here'],
  [['absent', 'absent'], '×not here'],
  [['absent', null], ''],
] as const)('a bar of two hours that are marked %j has one box', async (marks, shown) => {
  const bookings = marks.map((attendance, hour) =>
    sampleBoardBooking({ order: String(hour), group: '7', minute: 1140 + hour * 60, attendance, phone_tail: null }),
  );
  open({ [BOARD]: () => sampleBoard({ bookings }) });
  const name = await screen.findByText('Rohan Mehta');
  expect(name.closest('td')?.textContent).toBe(`${shown.slice(0, 1)}Rohan MehtaNo number paid${shown.slice(1)}`);
});

test('only the sheets scroll sideways, also by keyboard', async () => {
  const bookings = [sampleBoardBooking({ minute: 1260, attendance: 'arrived' })];
  open({ [BOARD]: () => sampleBoard({ bookings }) });
  const sheets = await screen.findByRole('group', { name: 'Riverside Arena, Sunday, 22 November' });
  expect(sheets.tabIndex).toBe(0);
  // What is only for screen readers is positioned. The group has to be positioned, too, to clip it at its edge.
  expect(sheets.contains(screen.getByText('here'))).toBe(true);
  expect([...sheets.classList]).toEqual(expect.arrayContaining(['relative', 'overflow-x-auto']));
});

test('a day that did not load says so, and can be loaded again', async () => {
  let fails = true;
  const { user } = open({ [BOARD]: () => (fails ? 'no network' : sampleBoard()) });
  expect(await screen.findByText('The day did not load')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: /^Sheet 1/ })).toBeTruthy();
});

test('a venue at which the person does not work is not printed', async () => {
  open({}, '/v/9/print');
  expect(await screen.findByText('This is not one of your venues.')).toBeTruthy();
});

test('a retired venue without open games is said to be retired', async () => {
  const past_venues = sampleMe.venues.map((venue) => ({ ...venue, is_retired: true }));
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, venues: [], past_venues }) });
  expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeTruthy();
});
