import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  sampleBoard,
  sampleBoardBooking,
  sampleInstant,
  sampleMe,
  serveDesk,
  type DeskReplies,
} from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { moneySearch } from '@/desk/lib/search';
import { PrintPage } from './PrintPage';

const BOARD = 'GET /api/desk/venues/{venue}/board';

beforeEach(() => vi.setSystemTime(sampleInstant(1104)));
afterEach(() => vi.unstubAllGlobals());

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
  const sheet = within(await screen.findByRole('region', { name: /^Sheet 1 of 1/ }));
  const row = within(sheet.getByRole('row', { name: /^Court 3/ }));
  expect(row.getByText('Rohan Mehta')).toBeTruthy();
  expect(row.getByText('₹850 due')).toBeTruthy();
  expect(row.getByText(/··1736/)).toBeTruthy();
  expect(sheet.getByText('Net repair')).toBeTruthy();
  expect(sheet.getByText(/^1 booking, ₹850 due · As of 6:24 PM/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
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

test('a failure is reported, and the request is repeated', async () => {
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
