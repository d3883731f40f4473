import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import type { Found } from '@/desk/api/found';
import { meQuery } from '@/desk/api/me';
import { Search } from '@/desk/app/Search';
import { readBookingFor, setBookingFor } from '@/desk/lib/booking-for';
import { closeSearch, takeFound, useOpenSearch } from '@/desk/lib/open-search';

beforeEach(() => vi.setSystemTime(sampleInstant(1104)));
afterEach(() => {
  act(() => closeSearch());
  setBookingFor(null);
  vi.unstubAllGlobals();
});

const FIND = 'GET /api/desk/find';
const rohan: Found['players'][number] = {
  id: '9',
  name: 'Rohan Mehta',
  phone_tail: '1736',
  last_game: null,
  trust: 'new',
  strikes: 0,
  block: null,
};
const game = {
  order: '4820193756',
  day: '2026-11-22',
  minute: 1140,
  court: 23,
  court_name: 'Court 3',
  venue: 1,
  name: 'Rohan Mehta',
  phone_tail: '1736',
  status: 'confirmed',
  due_paise: 85_000,
} as const;

const all = { 'player.find': 'yes', 'booking.make': 'yes' };

function open(replies: DeskReplies = {}, permissions: Record<string, string> = all, at = '/v/1/board') {
  const me = { ...sampleMe, permissions };
  const log = serveDesk({
    'GET /api/desk/me': () => me,
    [FIND]: ({ query }) =>
      '1736'.startsWith(query.get('q') ?? '') ? { bookings: [game], more_players: false, players: [rohan] } : none,
    ...replies,
  });
  const view = renderScreen({ path: '/v/$venue/board', component: Frame, at });
  return { ...view, calls: () => log.filter(({ call }) => call === FIND) };
}

const none = { bookings: [], more_players: false, players: [] };

function Frame() {
  const me = useQuery(meQuery).data;
  return (
    <>
      <input aria-label="Elsewhere" />
      <p>{me === undefined ? 'waiting' : 'ready'}</p>
      {me !== undefined && <Search me={me} />}
    </>
  );
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Phone, name or booking number' });

test('digits typed outside of a field, and Enter before the answer, open the booking', async () => {
  const { user, place, calls } = open();
  await screen.findByText('ready');
  await user.keyboard('1736{Enter}');
  await waitFor(() => expect(place()).toContain('open=4820193756'));
  expect(place()).toContain('day=2026-11-22');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls().at(-1)?.query.get('q')).toBe('1736');
});

test('a found booking is marked, so that its panel takes the focus, unless it is open already', async () => {
  const { user, place } = open();
  await screen.findByText('ready');
  const findGame = async () => {
    await user.keyboard('1736');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(place()).toContain(`open=${game.order}`));
  };
  await findGame();
  expect(takeFound(game.order)).toBe(true);
  await findGame();
  expect(takeFound(game.order)).toBe(false);
});

test('the slash opens an empty search, and typing in a field opens none', async () => {
  const { user } = open();
  await screen.findByText('ready');
  await user.click(screen.getByLabelText('Elsewhere'));
  await user.keyboard('17/');
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => screen.getByLabelText('Elsewhere').blur());
  await user.keyboard('/');
  expect((await field()).value).toBe('');
  await user.keyboard('{Enter}');
  expect(screen.getByText(/last digits of a phone number or of a booking of today/)).toBeDefined();
});

test('bookings come first, and the arrows choose a player to book for', async () => {
  const { user } = open();
  await screen.findByText('ready');
  await user.keyboard('/');
  await user.type(await field(), '1736');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Today, 7:00 PM, Court 3'),
    expect.stringContaining('Book for Rohan Mehta'),
  ]);
  expect(options[0]?.textContent).toContain('₹850 due');
  // The court, which is at the end of its line, is not cut off on a phone.
  expect(options[0]?.querySelector('.truncate')).toBeNull();
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readBookingFor()).toEqual({ text: '1736', name: 'Rohan Mehta', player: '9' });
});

test.each([
  ['stays on the shown day', '2026-11-28', '/v/1/board?day=2026-11-28'],
  ['is on today if the shown day is over', '2026-11-20', '/v/1/board'],
])('the booking for a player who was found %s', async (_, day, board) => {
  const { user, place } = open({}, all, `/v/1/board?day=${day}&open=${game.order}`);
  await screen.findByText('ready');
  await user.keyboard('/');
  await user.type(await field(), '1736');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(place()).toBe(board));
});

test('the arrows scroll the hit that they choose into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const { user } = open();
  await screen.findByText('ready');
  await user.keyboard('/');
  await user.type(await field(), '1736');
  const options = await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(scrolled.mock.contexts).toEqual([options[1], options[0]]);
  scrolled.mockRestore();
});

test('Enter before the answer chooses the hit that the arrows marked', async () => {
  const later = deferred<null>();
  const { user } = open({
    [FIND]: async ({ query }) => {
      if (query.get('q') === '1736') await later.promise;
      return { bookings: [game], more_players: false, players: [rohan] };
    },
  });
  await screen.findByText('ready');
  await user.keyboard('/');
  await user.type(await field(), '173');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await user.type(await field(), '6');
  // The hits of the text before are shown until the answer comes.
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  later.resolve(null);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readBookingFor()).toEqual({ text: '1736', name: 'Rohan Mehta', player: '9' });
});

test('a booking at another venue names it', async () => {
  const venues = [...sampleMe.venues, { id: 2, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false }];
  const { user } = open({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions: all, venues }),
    [FIND]: () => ({ bookings: [game, { ...game, order: '4820193757', venue: 2 }], more_players: false, players: [] }),
  });
  await screen.findByText('ready');
  await user.keyboard('1736');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.not.stringContaining('Old Mill'),
    expect.stringContaining('Today, 7:00 PM, Court 3, Old Mill'),
  ]);
});

test('a booking of today is one of the day that it is at its venue', async () => {
  // It is Sunday, 6:24 PM in India, and Monday, 1:54 AM in Auckland.
  const harbour = { id: 2, name: 'Harbour Courts', time_zone: 'Pacific/Auckland', is_retired: false };
  const monday = { ...game, order: '4820193757', day: '2026-11-23' };
  const there = { ...monday, order: '4820193758', venue: 2 };
  const { user } = open({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions: all, venues: [...sampleMe.venues, harbour] }),
    [FIND]: () => ({ bookings: [game, there, monday], more_players: false, players: [] }),
  });
  await screen.findByText('ready');
  await user.keyboard('1736');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Today, 7:00 PM'),
    expect.stringContaining('Today, 7:00 PM, Court 3, Harbour Courts'),
    expect.stringContaining('Mon 23 Nov, 7:00 PM'),
  ]);
});

test('a booking at a venue that has no board any more is named and cannot be opened', async () => {
  const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  const past = { ...game, venue: 3, day: '2026-03-15', due_paise: 0 };
  const { user, place } = open({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions: all, past_venues: [oldMill] }),
    [FIND]: () => ({ bookings: [past], more_players: false, players: [] }),
  });
  await screen.findByText('ready');
  await user.keyboard('4820193756{Enter}');
  const hit = await screen.findByRole('option', { name: /Sun 15 Mar, 7:00 PM, Court 3, Old Mill.*Paid/ });
  expect(hit.getAttribute('aria-disabled')).toBe('true');
  await user.click(hit);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(place()).toBe('/v/1/board');
});

test('a booking of another year and the last game of a player name their years', async () => {
  const { user } = open({
    [FIND]: () => ({
      bookings: [{ ...game, day: '2024-11-23' }],
      more_players: false,
      players: [{ ...rohan, last_game: '2024-11-23T13:30:00Z' }],
    }),
  });
  await screen.findByText('ready');
  await user.keyboard('4820193756');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Sat, 23 Nov 2024, 7:00 PM, Court 3'),
    expect.stringContaining('Last game Sat, 23 Nov 2024'),
  ]);
});

test('a number without a player leads to a booking for it, but not by an Enter before the answer', async () => {
  const { user } = open();
  await screen.findByText('ready');
  await user.keyboard('9999{Enter}');
  await screen.findByText('Nothing found for 9999.');
  expect(screen.getByRole('dialog')).toBeDefined();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readBookingFor()).toEqual({ text: '9999', player: null });
});

test('a person who may not book finds bookings only', async () => {
  const { user } = open({}, { 'player.find': 'yes' });
  await screen.findByText('ready');
  await user.keyboard('1736');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  expect(await screen.findByText('1 found')).toBeDefined();
});

test('for a person who may not book, a number that only players have finds nothing', async () => {
  const { user } = open(
    { [FIND]: () => ({ bookings: [], players: [rohan], more_players: false }) },
    { 'player.find': 'yes' },
  );
  await screen.findByText('ready');
  await user.keyboard('1736');
  expect(await screen.findByText('Nothing found for 1736.')).toBeDefined();
  expect(screen.queryByText('1 found')).toBeNull();
  expect(screen.queryByRole('option')).toBeNull();
});

test('a search that finds more players than the list has says so', async () => {
  const { user } = open(
    { [FIND]: () => ({ bookings: [], players: [rohan], more_players: true }) },
    { 'player.find': 'yes', 'booking.make': 'yes' },
  );
  await screen.findByText('ready');
  await user.keyboard('1736');
  expect(
    await screen.findByText('1 found. There are more players. Type more of the number or the name.'),
  ).toBeDefined();
});

test('a person without the permission to find has no search', async () => {
  const { user } = open({}, {});
  await screen.findByText('ready');
  await user.keyboard('1736');
  expect(renderHook(useOpenSearch).result.current).toBeNull();
});

test('a failure is shown, and the search can be repeated', async () => {
  let isDown = true;
  const { user } = open({
    [FIND]: () => (isDown ? [503, problem('unavailable')] : { bookings: [game], more_players: false, players: [] }),
  });
  await screen.findByText('ready');
  await user.keyboard('1736');
  await screen.findByText('The search brought no answer');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('option')).toHaveLength(1);
});

test('a press that selects the text and ends beside the search does not close it, and a press beside it does', async () => {
  const { user } = open();
  await screen.findByText('ready');
  await user.keyboard('1736');
  const dialog = await screen.findByRole('dialog');
  fireEvent.pointerDown(await field());
  fireEvent.click(dialog);
  expect((await field()).value).toBe('1736');
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape closes the search', async () => {
  const { user } = open();
  await screen.findByText('ready');
  await user.keyboard('1');
  const dialog = await screen.findByRole('dialog');
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
