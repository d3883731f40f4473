import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies, type DeskRequest } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { forgetToasts, toasts } from '@/testing/toasts';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import { meQuery } from '@/desk/api/me';
import type { Found } from '@/desk/api/found';
import { readBookingFor, setBookingFor } from '@/desk/lib/booking-for';
import { playersSearch } from '@/desk/lib/search';
import { switchSingleKeys } from '@/desk/lib/single-keys';
import type { Player } from './player';
import { PlayersPage } from './PlayersPage';

const me = () => ({
  ...sampleMe,
  venues: [...sampleMe.venues, { id: 2, name: 'Hillside Courts', time_zone: 'Asia/Kolkata', is_retired: false }],
  permissions: { ...sampleMe.permissions, 'player.find': 'yes', 'booking.make': 'yes' },
});
const rohan: Found['players'][number] = {
  id: '41',
  name: 'Rohan Mehta',
  phone_tail: '1736',
  last_game: '2026-11-15T13:30:00Z',
  trust: 'regular',
  strikes: 0,
  block: null,
};
const rohini: Found['players'][number] = {
  ...rohan,
  id: '42',
  name: 'Rohini Rao',
  phone_tail: '2210',
  last_game: null,
};
const found = (): Found => ({ bookings: [], more_players: false, players: [rohan, rohini] });
const game: Player['next'][number] = {
  court: 23,
  court_name: 'Court 3',
  day: '2026-11-22',
  due_paise: 85_000,
  minute: 1140,
  name: 'Rohan Mehta',
  order: '4820193756',
  phone_tail: '1736',
  status: 'confirmed',
  venue: 2,
};
const page = (changes: Partial<Player> = {}): Player => ({
  id: '41',
  name: 'Rohan Mehta',
  phone: '98250 41736',
  has_account: true,
  since: '2026-01-04T06:30:00Z',
  trust: 'regular',
  played: 12,
  missed: 1,
  strikes: 1,
  max_no_shows: 2,
  block: null,
  forgiven: [],
  cancelled: 2,
  due_paise: 85_000,
  next: [game],
  past: [{ ...game, order: '4820193700', day: '2026-11-15', status: 'no_show', due_paise: 0 }],
  notes: [
    { id: '7', order: null, text: 'Brings their own net', at: '2026-11-02T06:30:00Z', by: 'Kiran Joshi' },
    { id: '8', order: '4820193756', text: 'Late by ten minutes', at: '2026-11-20T06:30:00Z', by: null },
  ],
  other_phones: [],
  is_erased: false,
  erasure: null,
  former_strikes: [],
  locks: [],
  ...changes,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(at: string, replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': me,
    'GET /api/desk/find': found,
    'GET /api/desk/players/{player}': () => page(),
    ...replies,
  });
  const path = '/players/{-$player}';
  return { ...renderScreen({ path, at, component: withMe(PlayersPage), search: playersSearch }), log };
}

const field = () => screen.findByRole('searchbox', { name: 'Phone or name of a player' });

test('J and K do nothing while single keys are off, and the arrow goes through the players', async () => {
  switchSingleKeys(false);
  onTestFinished(() => switchSingleKeys(true));
  const { user } = open('/players?q=roh');
  const first = await screen.findByRole('link', { name: /Rohan Mehta/ });
  first.focus();
  await user.keyboard('j');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Rohini Rao/ }));
  await user.keyboard('k');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Rohini Rao/ }));
});

test('J and K go through the players with Caps Lock on too', async () => {
  const { user } = open('/players?q=roh');
  const first = await screen.findByRole('link', { name: /Rohan Mehta/ });
  first.focus();
  fireEvent.keyDown(first, { key: 'J' });
  const second = screen.getByRole('link', { name: /Rohini Rao/ });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second, { key: 'K' });
  expect(document.activeElement).toBe(first);
  await user.keyboard('{Shift>}J{/Shift}');
  expect(document.activeElement, 'Shift and J is another key').toBe(first);
});

test('an arrow that is pressed while a word is composed leaves the focus in the field', async () => {
  open('/players?q=roh');
  await screen.findByRole('link', { name: /Rohan Mehta/ });
  const input = await field();
  fireEvent.keyDown(input, { key: 'ArrowDown', isComposing: true });
  expect(document.activeElement).toBe(input);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Rohan Mehta/ }));
});

test('a name finds players, and the arrows and Enter open the page of one', async () => {
  const { user, place } = open('/players');
  expect(await screen.findByText(/^Type at least the last four digits of a number/)).toBeTruthy();
  expect(document.activeElement).toBe(await field());
  await user.keyboard('roh');
  expect(await screen.findByRole('link', { name: /Rohan Mehta.*• 1736/ })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Players found: 2');
  expect(place()).toBe('/players?q=roh');
  await user.keyboard('{ArrowDown}j');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Rohini Rao/ }));
  await user.keyboard('k{ArrowUp}');
  expect(document.activeElement).toBe(await field());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('heading', { level: 2, name: 'Rohan Mehta' })).toBeTruthy();
  expect(place()).toBe('/players/41?q=roh');
  expect(screen.getByRole('link', { name: /Rohan Mehta.*• 1736/ }).getAttribute('aria-current')).toBe('page');
});

test('a player who is opened just before a letter is typed stays open', async () => {
  const { place } = open('/players?q=roh');
  const link = await screen.findByRole('link', { name: /Rohan Mehta/ });
  // Nothing is rendered between two events inside one `act`.
  act(() => {
    fireEvent.click(link);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'roha' } });
  });
  await waitFor(() => expect(place()).toBe('/players/41?q=roha'));
});

test('on a narrow screen the page of a player takes the focus from the list that it hides', async () => {
  stubWindowWidth(50);
  const { user } = open('/players?q=roh');
  await user.click(await screen.findByRole('link', { name: /Rohan Mehta.*• 1736/ }));
  const name = await screen.findByRole('heading', { level: 2, name: 'Rohan Mehta' });
  expect(document.activeElement).toBe(name.closest('[tabindex="-1"]'));
  await user.click(screen.getByRole('link', { name: 'Players' }));
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
});

test('a search without a result says so, with what was typed', async () => {
  const { user } = open('/players', {
    'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [] }),
  });
  await user.type(await field(), 'zz');
  expect(await screen.findByText(/^No player found with “zz”\./)).toBeTruthy();
});

test('a search with more players than are shown says so', async () => {
  let more_players = true;
  const { user } = open('/players', { 'GET /api/desk/find': () => ({ ...found(), more_players }) });
  await user.type(await field(), 'ro');
  expect(
    await screen.findByText('Players found: 2. There are more players. Type more of the number or the name.'),
  ).toBeTruthy();
  more_players = false;
  await user.type(await field(), 'h');
  expect(await screen.findByText('Players found: 2')).toBeTruthy();
});

test('a search without an answer can be tried again', async () => {
  let fails = true;
  const { user } = open('/players?q=roh', {
    'GET /api/desk/find': () => (fails ? [503, problem('unavailable')] : found()),
  });
  expect(await screen.findByText('The search brought no answer')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Rohan Mehta/ })).toBeTruthy();
});

test('a page shows the name, the trust, the amount due, the games and the notes', async () => {
  open('/players/41');
  const fact = async (name: string) => {
    const term = await screen.findByText(name, { selector: 'dt' });
    return term.nextElementSibling?.textContent;
  };
  expect(await screen.findByText('98250 41736 · Account since 4 January 2026')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Rohan Mehta' })).toBeTruthy();
  expect(screen.getByText('Regular')).toBeTruthy();
  expect(await fact('Played')).toBe('12');
  expect(await fact('Missed')).toBe('1');
  expect(await fact('Cancelled')).toBe('2');
  expect(await fact('Due')).toBe('₹850');
  const next = screen.getByRole('link', { name: /Sun, 22 Nov 2026.*7:00 PM, Court 3 · Hillside Courts.*₹850 due/ });
  expect(next.getAttribute('href')).toBe('/v/2/board?day=2026-11-22&open=4820193756');
  expect(screen.getByRole('link', { name: /Sun, 15 Nov 2026.*No-show/ })).toBeTruthy();
  const notes = within(screen.getByText('Notes').closest('section') as HTMLElement);
  expect(notes.getByText('Brings their own net')).toBeTruthy();
  expect(notes.getByText('Kiran Joshi, Mon, 2 Nov 2026')).toBeTruthy();
  expect(notes.getByText('Late by ten minutes')).toBeTruthy();
  expect(notes.getByText('Fri, 20 Nov 2026 · Only for booking 4820193756')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call Rohan Mehta' }).getAttribute('href')).toBe('tel:+919825041736');
});

test('a game at a venue that has no board any more is named without a link', async () => {
  const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  open('/players/41', {
    'GET /api/desk/me': () => ({ ...me(), past_venues: [oldMill] }),
    'GET /api/desk/players/{player}': () => page({ past: [{ ...game, venue: 3, day: '2026-03-15' }] }),
  });
  const past = within(await screen.findByRole('region', { name: 'Past games' }));
  expect(past.getByText('7:00 PM, Court 3 · Old Mill')).toBeTruthy();
  expect(past.queryByRole('link')).toBeNull();
});

test('a person whose venues are all retired finds players, and books for none', async () => {
  const past_venues = sampleMe.venues.map((venue) => ({ ...venue, is_retired: true }));
  open('/players/41?q=roh', { 'GET /api/desk/me': () => ({ ...me(), venues: [], past_venues }) });
  expect(await screen.findByRole('heading', { name: 'Rohan Mehta' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Rohini Rao/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Book for Rohan Mehta' })).toBeNull();
});

test('without a network the page of a player who was not read says why it is empty, beside the list', async () => {
  goOffline();
  open('/players/41');
  expect(await screen.findByText('Loading the player')).toBeTruthy();
  expect(screen.getAllByText('Not connected. Players are read from the server.')).toHaveLength(2);
});

test('the title is the name of the player who is shown, and of the list again after it', async () => {
  const { user, queryClient } = open('/players/41');
  await waitFor(() => expect(document.title).toBe('Rohan Mehta'));
  await user.click(screen.getByRole('link', { name: 'Players' }));
  await waitFor(() => expect(document.title).toBe('Players'));
  expect(queryClient.getQueryData(['player', '41'])).toBeTruthy();
  await user.type(await field(), 'roh');
  await user.click(await screen.findByRole('link', { name: /Rohan Mehta.*• 1736/ }));
  await waitFor(() => expect(document.title).toBe('Rohan Mehta'));
});

test('a guest without games, notes or a number has a complete page', async () => {
  const empty = { next: [], past: [], notes: [], played: 0, missed: 0, cancelled: 0, due_paise: 0 };
  open('/players/41', {
    'GET /api/desk/players/{player}': () => page({ ...empty, phone: null, has_account: false, trust: 'new' }),
  });
  expect(await screen.findByText('No number · Guest since 4 January 2026')).toBeTruthy();
  for (const text of ['No game played yet.', 'No game ahead.', 'No game yet.', 'Nothing noted.']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.queryByRole('link', { name: 'Call Rohan Mehta' })).toBeNull();
});

test('a player who missed games pays when booking, and a masked number cannot be called', async () => {
  open('/players/41', {
    'GET /api/desk/players/{player}': () =>
      page({ trust: 'pays_first', missed: 3, strikes: 3, phone: '+91 ••••• •1736' }),
  });
  expect(await screen.findByText('Missed 3 games: pays when booking.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Call Rohan Mehta' })).toBeNull();
});

test('a booking for the player begins on the board if the person may book', async () => {
  const { user, place } = open('/players/41');
  await user.click(await screen.findByRole('button', { name: 'Book for Rohan Mehta' }));
  await waitFor(() => expect(place()).toBe('/v/1/board'));
  // Of many players with this name the field of the booking would list only some.
  expect(readBookingFor()).toEqual({ text: '98250 41736', name: 'Rohan Mehta', player: '41' });
  act(() => setBookingFor(null));
  const reader = () => ({ ...me(), permissions: { 'player.find': 'yes' } });
  open('/players/41', { 'GET /api/desk/me': reader });
  expect(await screen.findByRole('heading', { level: 2, name: 'Rohan Mehta' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Book for Rohan Mehta' })).toBeNull();
});

test('an address without a player says so, and a failed page can be read again', async () => {
  open('/players/99', { 'GET /api/desk/players/{player}': () => [404, problem('not_found')] });
  expect(await screen.findByText('This address belongs to no player. Search by number or name.')).toBeTruthy();
  let fails = true;
  const { user } = open('/players/41', {
    'GET /api/desk/players/{player}': () => (fails ? [503, problem('unavailable')] : page()),
  });
  expect(await screen.findByText('The player did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Rohan Mehta' })).toBeTruthy();
});

const BLOCK = 'PUT /api/desk/venues/{venue}/players/{player}/block';
const FORGIVE = 'POST /api/desk/bookings/{order}/forgiveness';
const sent = (log: readonly DeskRequest[], to: string) => log.filter(({ call }) => call === to);
const asManager = () => ({
  ...me(),
  permissions: { ...me().permissions, 'player.block': 'yes', 'player.trust': 'yes' },
});
const asClerk = () => ({ ...me(), permissions: { ...me().permissions, 'player.block': 'ask' } });

test('a manager blocks a player with a reason and a last day', async () => {
  vi.setSystemTime('2026-11-22T06:30:00Z');
  let isBlocked = false;
  const block = { last_day: '2026-12-05', reason: 'Threw a racket', at: '2026-11-22T06:30:00Z', by: 'Nisha Trivedi' };
  const { user, log } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => (isBlocked ? page({ trust: 'blocked', block }) : page()),
    [BLOCK]: () => {
      isBlocked = true;
      return { games_ahead: 2 };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  const form = within(screen.getByRole('form', { name: 'Block Rohan Mehta' }));
  await user.click(form.getByRole('button', { name: 'Block' }));
  expect(form.getByText('Say why, in at most 200 characters.')).toBeTruthy();
  expect(sent(log, BLOCK)).toEqual([]);
  await user.type(form.getByLabelText('Why'), ' Threw a racket ');
  const lastDay = () => (form.getByLabelText('Last day') as HTMLInputElement).value;
  // The last day is blocked too, so seven days from today on end six days later.
  expect(lastDay()).toBe('2026-12-21');
  await user.click(form.getByRole('button', { name: '7 days' }));
  const day = lastDay();
  expect(day).toBe('2026-11-28');
  await user.click(form.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('Until 5 December 2026: Threw a racket')).toBeTruthy();
  expect(sent(log, BLOCK).map(({ body }) => body)).toEqual([{ reason: 'Threw a racket', last_day: day }]);
  expect(screen.getByRole('button', { name: 'Change the block' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'End the block' })).toBeTruthy();
});

test('a block begins on the day on which its form is opened, also if the page is open since the day before', async () => {
  vi.setSystemTime('2026-11-22T18:00:00Z');
  const { user } = open('/players/41', { 'GET /api/desk/me': asManager });
  const block = await screen.findByRole('button', { name: 'Block' });
  vi.setSystemTime('2026-11-22T18:31:00Z');
  await user.click(block);
  await user.click(screen.getByRole('button', { name: '7 days' }));
  const lastDay = screen.getByLabelText<HTMLInputElement>('Last day');
  expect(lastDay.value).toBe('2026-11-29');
  expect(lastDay.min).toBe('2026-11-23');
});

test('a reason of 200 emoji is as long as the server allows', async () => {
  const { user, log } = open('/players/41', { 'GET /api/desk/me': asManager, [BLOCK]: () => ({ games_ahead: 0 }) });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  const form = within(screen.getByRole('form', { name: 'Block Rohan Mehta' }));
  await user.click(form.getByLabelText('Why'));
  await user.paste('🏓'.repeat(201));
  await user.click(form.getByRole('button', { name: 'Block' }));
  expect(form.getByText('Say why, in at most 200 characters.')).toBeTruthy();
  await user.clear(form.getByLabelText('Why'));
  await user.paste('🏓'.repeat(200));
  await user.click(form.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(sent(log, BLOCK)[0]?.body).toMatchObject({ reason: '🏓'.repeat(200) }));
});

test('a clerk proposes a block, and is asked who approves it', async () => {
  const approvers = {
    people: [
      { id: '5', name: 'Nisha Trivedi', role: 'manager' as const, has_pin: false, has_app: true, has_passkey: false },
    ],
    pin_limit_paise: 0,
  };
  let tries = 0;
  const { user, log } = open('/players/41', {
    'GET /api/desk/me': asClerk,
    'GET /api/desk/venues/{venue}/approvers': () => approvers,
    [BLOCK]: () => {
      tries += 1;
      return tries === 1 ? [403, problem('approval_needed')] : { games_ahead: 0 };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  await user.type(screen.getByLabelText('Why'), 'Threw a racket{Enter}');
  await user.click(await screen.findByRole('radio', { name: 'Nisha Trivedi' }));
  await user.type(screen.getByLabelText('Code of the app of Nisha Trivedi'), '123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Block Rohan Mehta' })).toBeNull());
  expect(sent(log, BLOCK)[1]?.body).toMatchObject({ approval: { staff: '5', code: '123456' } });
});

test('an answer about a block that was changed does not close the form that ends the block', async () => {
  const answer = deferred<{ games_ahead: number }>();
  const block = { last_day: '2099-12-05', reason: 'Threw a racket', at: '2026-11-22T06:30:00Z', by: null };
  const { user } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => page({ trust: 'blocked', block }),
    [BLOCK]: () => answer.promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Change the block' }));
  await user.click(screen.getByRole('button', { name: '7 days' }));
  await user.click(screen.getByRole('button', { name: 'Change the block' }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'End the block' }));
  answer.resolve({ games_ahead: 3 });
  expect(await screen.findByText(/3 games ahead stay\./)).toBeTruthy();
  expect(screen.getByRole('form', { name: 'End the block of Rohan Mehta' })).toBeTruthy();
});

test('a block that fails after its form was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, log } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => page(),
    [BLOCK]: async () => {
      await answered.promise;
      return [409, problem('player_erased')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  await user.type(screen.getByLabelText('Why'), 'Threw a racket{Enter}');
  await waitFor(() => expect(sent(log, BLOCK)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Block Rohan Mehta' })).toBeNull());
  answered.resolve();
  const text = 'error: Block Rohan Mehta | This player is erased, or will be.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a toast names the no-show that could not be forgiven', async () => {
  const answered = deferred<void>();
  const { user, log } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => page(),
    [FORGIVE]: async () => {
      await answered.promise;
      return [409, problem('no_strike')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Forgive: Sun 15 Nov, 7:00 PM, Court 3' }));
  await user.type(screen.getByLabelText('Why'), 'Was in hospital{Enter}');
  await waitFor(() => expect(sent(log, FORGIVE)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Forgive this no-show' })).toBeNull());
  answered.resolve();
  const title = 'Forgive this no-show: Sun 15 Nov, 7:00 PM, Court 3';
  const text = `error: ${title} | This game was not missed, or it is forgiven already.`;
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a player is not named to the next person by an answer that comes late', async () => {
  const answer = deferred<{ games_ahead: number }>();
  const { user, queryClient } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => page(),
    [BLOCK]: () => answer.promise,
  });
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  await user.type(screen.getByLabelText('Why'), 'Threw a racket{Enter}');
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  // The screen ends with the session, and another person signs in.
  cleanup();
  forgetToasts();
  queryClient.setQueryData(meQuery.queryKey, { ...me(), staff: { ...sampleMe.staff, id: '13' } });
  answer.resolve({ games_ahead: 0 });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(toasts()).toEqual([]);
});

test('there is no button to block without the permission, or for a guest without a number', async () => {
  open('/players/41');
  expect(await screen.findByText('Regular')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
  open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => page({ phone: null, name: 'Guest' }),
  });
  expect(await screen.findByRole('heading', { level: 2, name: 'Guest' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});

test('a no-show is forgiven with a reason, and the count says so', async () => {
  const forgiven = { order: '4820193700', reason: 'Was in hospital', at: '2026-11-20T06:30:00Z', by: 'Nisha Trivedi' };
  let isForgiven = false;
  const { user, log } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => (isForgiven ? page({ strikes: 0, forgiven: [forgiven] }) : page()),
    [FORGIVE]: () => {
      isForgiven = true;
      return [204, null];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Forgive: Sun 15 Nov, 7:00 PM, Court 3' }));
  await user.type(screen.getByLabelText('Why'), 'Was in hospital{Enter}');
  expect(await screen.findByText(/Forgiven: Was in hospital/)).toBeTruthy();
  expect(sent(log, FORGIVE)[0]?.body).toEqual({ reason: 'Was in hospital' });
  expect(screen.getByText('1, 1 forgiven')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Count it again: Sun 15 Nov, 7:00 PM, Court 3' })).toBeTruthy();
});

test('a no-show that a colleague has forgiven meanwhile is shown so, and the form does not become the opposite one', async () => {
  const forgiven = { order: '4820193700', reason: 'Was in hospital', at: '2026-11-20T06:30:00Z', by: 'Nisha Trivedi' };
  let isForgiven = false;
  const { user } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => (isForgiven ? page({ strikes: 0, forgiven: [forgiven] }) : page()),
    [FORGIVE]: () => [409, problem('no_strike')],
  });
  await user.click(await screen.findByRole('button', { name: 'Forgive: Sun 15 Nov, 7:00 PM, Court 3' }));
  isForgiven = true;
  await user.type(screen.getByLabelText('Why'), 'Called before{Enter}');
  expect(await screen.findByText(/Forgiven: Was in hospital/)).toBeTruthy();
  const form = within(screen.getByRole('form', { name: 'Forgive this no-show' }));
  expect(form.getByRole('alert').textContent).toContain('it is forgiven already');
  expect(form.getByLabelText<HTMLInputElement>('Why').value).toBe('Called before');
  expect(screen.queryByText('Let this no-show count again')).toBeNull();
});

test('a block that a colleague has ended meanwhile is not shown any more', async () => {
  const block = { last_day: '2026-12-05', reason: 'Threw a racket', at: '2026-11-22T06:30:00Z', by: 'Nisha Trivedi' };
  let isBlocked = true;
  const { user } = open('/players/41', {
    'GET /api/desk/me': asManager,
    'GET /api/desk/players/{player}': () => (isBlocked ? page({ trust: 'blocked', block }) : page()),
    'POST /api/desk/venues/{venue}/players/{player}/unblock': () => [409, problem('not_blocked')],
  });
  await user.click(await screen.findByRole('button', { name: 'End the block' }));
  isBlocked = false;
  const form = within(screen.getByRole('form', { name: 'End the block of Rohan Mehta' }));
  await user.click(form.getByRole('button', { name: 'End the block' }));
  expect(await screen.findByText('This player is not blocked any more.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Threw a racket/)).toBeNull());
});
