import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SAMPLE_DAY, sampleBoard, sampleBoardBooking, sampleBooking, sampleInstant } from '@/testing/desk-server';
import { BOOKING, ORDER } from './open-booking.test-kit';
import { BOARD, open, prepareEach } from './new-booking.test-kit';

prepareEach();

const openWith = (
  changes: Parameters<typeof sampleBooking>[0],
  onBoard: Parameters<typeof sampleBoardBooking>[0] = {},
) =>
  open(
    {
      [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking(onBoard)] }),
      [BOOKING]: () => sampleBooking(changes),
    },
    `?open=${ORDER}`,
  );

test('the history says from which court a booking was moved, which hour was added or given up, and by whom', async () => {
  const from = { day: SAMPLE_DAY, minute: 1080, court: 'Court 5' };
  const to = { day: SAMPLE_DAY, minute: 1140, court: 'Court 3' };
  const later = { day: SAMPLE_DAY, minute: 1200, court: 'Court 3' };
  const by = 'Nisha Trivedi';
  openWith({
    history: [
      { at: sampleInstant(1000), what: 'moved', by, details: { from: { ...from, day: '2026-11-21' }, to } },
      { at: sampleInstant(1001), what: 'move_undone', by, details: { from: to, to: from } },
      { at: sampleInstant(1002), what: 'moved', by, details: { from, to } },
      { at: sampleInstant(1003), what: 'extended', by, details: { to: later } },
      { at: sampleInstant(1004), what: 'extension_undone', by, details: { from: later } },
      { at: sampleInstant(1005), what: 'shortened', by, details: { from: later } },
    ],
  });
  const section = await screen.findByRole('region', { name: 'What happened' });
  const lines = within(section)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
  expect(lines).toEqual([
    '4:45 PMShortened: 8 PM cancelledNisha Trivedi',
    '4:44 PMExtension taken back: 8 PMNisha Trivedi',
    '4:43 PMExtended: 8 PM addedNisha Trivedi',
    '4:42 PMMoved from Court 5, 6 PMNisha Trivedi',
    '4:41 PMMove taken backNisha Trivedi',
    '4:40 PMMoved from Sat 21 Nov, Court 5, 6 PMNisha Trivedi',
  ]);
});

test('a booking of a weekly series says which week it is, and leads to the others', async () => {
  const week = (order: string, day: string, status: 'confirmed' | 'cancelled' = 'confirmed') => ({
    order,
    day,
    minute: 1140,
    court: 'Court 3',
    status,
  });
  const weeks = [week('1', '2026-11-15'), week(ORDER, SAMPLE_DAY), week('2', '2026-11-29', 'cancelled')];
  const { user } = openWith({ weeks }, { weekly: true });
  await user.click(await screen.findByText('Weekly, 2 of 3'));
  expect(screen.getByRole('button', { name: /^Court 3, .*weekly/ })).toBeDefined();
  const links = screen.getAllByRole('link', { name: /Court 3/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Sun 15 Nov, 7 PM, Court 3', null],
    ['Sun 22 Nov, 7 PM, Court 3', 'true'],
    ['Sun 29 Nov, 7 PM, Court 3Cancelled', null],
  ]);
  expect(links[0]?.getAttribute('href')).toContain('day=2026-11-15&open=1');
});

test('a booking without a series shows none', async () => {
  openWith({});
  await screen.findByRole('region', { name: 'What happened' });
  expect(screen.queryByText(/^Weekly/)).toBeNull();
  expect(screen.queryByRole('button', { name: /weekly/ })).toBeNull();
});

test('the history is read again when another hour of its group changes, not for one of another group', async () => {
  const own = sampleBoardBooking({ group: '7' });
  const hour = sampleBoardBooking({ order: '4820193757', minute: own.minute + 60, group: '7' });
  const stranger = sampleBoardBooking({ order: '4820193758', minute: own.minute + 180, court: 21, group: '8' });
  let bookings = [own, hour, stranger];
  const later = { day: SAMPLE_DAY, minute: 1200, court: 'Court 3' };
  const by = 'Nisha Trivedi';
  const undone = { at: sampleInstant(1004), what: 'extension_undone' as const, by, details: { from: later } };
  let version = 'v1';
  let isUndone = false;
  const { calls, queryClient } = open(
    {
      [BOARD]: () => sampleBoard({ bookings, version }),
      [BOOKING]: () => sampleBooking({ history: isUndone ? [undone] : [] }),
    },
    `?open=${ORDER}`,
  );
  await screen.findByRole('heading', { level: 3, name: 'Rohan Mehta' });
  await screen.findAllByRole('button', { name: /^Court 3/ });
  expect(calls(BOOKING)).toHaveLength(1);

  bookings = [own, hour, { ...stranger, version: stranger.version + 1 }];
  version = 'v2';
  await queryClient.refetchQueries({ queryKey: ['board'] });
  expect(calls(BOOKING)).toHaveLength(1);

  // A colleague takes the added hour back: the version of the first one stays.
  bookings = [own, stranger];
  version = 'v3';
  isUndone = true;
  await queryClient.refetchQueries({ queryKey: ['board'] });
  expect(await screen.findByText('Extension taken back: 8 PM')).toBeTruthy();
  expect(calls(BOOKING)).toHaveLength(2);
});
