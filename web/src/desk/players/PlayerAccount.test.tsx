import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies, type DeskRequest } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { playersSearch } from '@/desk/lib/search';
import type { Erasure, Merge, Player } from './player';
import { PlayersPage } from './PlayersPage';

const saved = vi.hoisted(() => vi.fn());
vi.mock('@/lib/save-file', () => ({ saveFile: saved }));

const PERMISSIONS = { 'player.merge': 'yes', 'player.export': 'yes', 'player.erase': 'yes', 'player.trust': 'yes' };
const owner = (more: Partial<typeof sampleMe> = {}) => ({
  ...sampleMe,
  has_app: true,
  has_key: true,
  has_passkey: false,
  proof_until: '2999-01-01T00:00:00Z',
  permissions: { ...sampleMe.permissions, 'player.find': 'yes', ...PERMISSIONS },
  ...more,
});
const page = (changes: Partial<Player> = {}): Player => ({
  id: '41',
  name: 'Rohan Mehta',
  phone: '98250 41736',
  has_account: true,
  since: '2026-01-04T06:30:00Z',
  trust: 'regular',
  played: 12,
  missed: 0,
  strikes: 0,
  max_no_shows: 2,
  block: null,
  forgiven: [],
  cancelled: 2,
  due_paise: 0,
  next: [],
  past: [],
  notes: [],
  other_phones: [],
  is_erased: false,
  erasure: null,
  former_strikes: [],
  locks: [],
  ...changes,
});
const erasure = (changes: Partial<Erasure> = {}): Erasure => ({
  as_name: 'Former player 41',
  erase_at: '2026-11-29T06:30:00Z',
  ties: [],
  numbers: 1,
  has_picture: true,
  sessions: 2,
  notes: 3,
  messages: 24,
  games: 12,
  bills: 9,
  ...changes,
});
const side = (changes: Partial<Merge['kept']> = {}): Merge['kept'] => ({
  id: '41',
  name: 'Rohan Mehta',
  phone: '98250 41736',
  has_account: true,
  games: 12,
  games_ahead: 2,
  unpaid_ahead: 3,
  missed: 1,
  strikes: 1,
  bills: 9,
  coupon_uses: 1,
  notes: 3,
  ...changes,
});
const merge = (changes: Partial<Merge> = {}): Merge => ({
  kept: side(),
  gone: side({ id: '42', name: 'Rohan M', phone: '98250 41799', games: 4, unpaid_ahead: 2 }),
  block: null,
  max_open_unpaid: 4,
  max_no_shows: 2,
  refused: null,
  ...changes,
});

const ERASE = 'POST /api/desk/players/{player}/erasure';
const UNDO = 'POST /api/desk/players/{player}/erasure/undo';
const BLOCK = { last_day: '2026-12-05', reason: 'Threw a racket', at: '2026-11-20T06:30:00Z', by: null };
const EXPORT = 'POST /api/desk/players/{player}/export';
const MERGE = 'POST /api/desk/players/{player}/merge';
const UNLOCK = 'POST /api/desk/venues/{venue}/players/{player}/unlock';
const sent = (log: readonly DeskRequest[], to: string) => log.filter(({ call }) => call === to);

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime('2026-11-22T06:30:00Z');
});
afterEach(() => {
  vi.unstubAllGlobals();
  saved.mockClear();
});

function open(replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': () => owner(),
    'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [] }),
    'GET /api/desk/players/{player}': () => page(),
    'GET /api/desk/players/{player}/erasure': () => erasure(),
    'GET /api/desk/players/{player}/merge': () => merge(),
    ...replies,
  });
  const path = '/players/{-$player}';
  return { ...renderScreen({ path, at: '/players/41', component: withMe(PlayersPage), search: playersSearch }), log };
}

test('actions that a role may not do are not shown', async () => {
  open({ 'GET /api/desk/me': () => owner({ permissions: { 'player.find': 'yes' } }) });
  expect(await screen.findByRole('heading', { level: 2, name: 'Rohan Mehta' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Account and data' })).toBeNull();
});

test('limits are shown with their end, and those that may be lifted are lifted with a reason', async () => {
  let isLifted = false;
  const until = '2026-11-22T07:30:00Z';
  const locks: Player['locks'] = [
    { kind: 'passwords', until, can_be_lifted: false },
    { kind: 'texts', until, can_be_lifted: true },
  ];
  const { user, log } = open({
    'GET /api/desk/players/{player}': () => page({ locks: isLifted ? locks.slice(0, 1) : locks }),
    [UNLOCK]: () => {
      isLifted = true;
      return { lifted: ['texts'] };
    },
  });
  const region = within(await screen.findByRole('region', { name: 'Limits reached' }));
  expect(region.getByText('No more codes by text message')).toBeTruthy();
  expect(region.getAllByText('until Sun 22 Nov, 1:00 PM.')).toHaveLength(2);
  await user.click(region.getByRole('button', { name: 'Lift the limits' }));
  await user.type(screen.getByLabelText('Why'), 'Was called back{Enter}');
  await waitFor(() => expect(screen.queryByText('No more codes by text message')).toBeNull());
  expect(sent(log, UNLOCK)[0]?.body).toEqual({ reason: 'Was called back' });
  expect(screen.queryByRole('button', { name: 'Lift the limits' })).toBeNull();
});

test('a limit that was lifted too often says what to do, and keeps the reason', async () => {
  const locks: Player['locks'] = [{ kind: 'holds', until: '2026-11-22T07:30:00Z', can_be_lifted: true }];
  const { user } = open({
    'GET /api/desk/players/{player}': () => page({ locks }),
    [UNLOCK]: () => [409, problem('unlocked_often')],
  });
  await user.click(await screen.findByRole('button', { name: 'Lift the limits' }));
  await user.type(screen.getByLabelText('Why'), 'Was called back{Enter}');
  expect(await screen.findByText(/lifted three times already/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Why').value).toBe('Was called back');
});

const PENDING_ERASURE = { erase_at: '2026-11-29T06:30:00Z', asked_at: '2026-11-22T06:30:00Z', by: 'Nisha Trivedi' };

test('an owner sees what is erased, when, and what stays, and erases the player with a reason', async () => {
  let isAsked = false;
  const { user, log } = open({
    'GET /api/desk/players/{player}': () =>
      isAsked ? page({ erasure: PENDING_ERASURE }) : page({ strikes: 1, missed: 1, block: BLOCK }),
    [ERASE]: () => {
      isAsked = true;
      return { player: '41', erase_at: PENDING_ERASURE.erase_at };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Erase the player' }));
  expect(await screen.findByText('Erased on 29 November 2026')).toBeTruthy();
  expect(screen.getByText('Notes (3) and messages with their words (24)')).toBeTruthy();
  expect(screen.getByText('12 bookings, under “Former player 41”')).toBeTruthy();
  expect(screen.getByText('Missed games, each for 90 days after it, in case the number is added again')).toBeTruthy();
  expect(screen.getByText('The block until its end, in case the number is added again')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Lock now, erase in 7 days' }));
  expect(screen.getByText('Say why, in at most 200 characters.')).toBeTruthy();
  expect(sent(log, ERASE)).toEqual([]);
  await user.type(screen.getByLabelText('Why'), ' Asked by mail {Enter}');
  expect(await screen.findByText('The data will be erased on 29 November 2026')).toBeTruthy();
  expect(sent(log, ERASE).map(({ body }) => body)).toEqual([{ reason: 'Asked by mail' }]);
  expect(screen.getByText(/Nisha Trivedi asked for it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Book for Rohan Mehta' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Erase the player' })).toBeNull();
});

test('of a guest without a number it is not said that they are told, nor that missed games stay', async () => {
  let isAsked = false;
  const { user } = open({
    'GET /api/desk/players/{player}': () =>
      page({ phone: null, has_account: false, missed: 1, strikes: 1, erasure: isAsked ? PENDING_ERASURE : null }),
    'GET /api/desk/players/{player}/erasure': () => erasure({ numbers: 0 }),
    [ERASE]: () => {
      isAsked = true;
      return { player: '41', erase_at: PENDING_ERASURE.erase_at };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Erase the player' }));
  expect(await screen.findByText('The account is locked and hidden')).toBeTruthy();
  expect(screen.getByText('Name')).toBeTruthy();
  expect(screen.queryByText(/^Missed games, each/)).toBeNull();
  expect(screen.queryByText(/player is told/)).toBeNull();
  await user.type(screen.getByLabelText('Why'), 'Asked at the desk{Enter}');
  expect(await screen.findByText(/Locked\. The data will be erased on 29 November 2026\./)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Keep the player' }));
  expect(await screen.findByText('The guest is found again, and can be booked for.')).toBeTruthy();
  expect(screen.queryByText(/player is told/i)).toBeNull();
});

test('an owner keeps a player who is to be erased, with a reason', async () => {
  let isKept = false;
  const { user, log } = open({
    'GET /api/desk/players/{player}': () => (isKept ? page() : page({ erasure: PENDING_ERASURE })),
    [UNDO]: () => {
      isKept = true;
      return [204, null];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Keep the player' }));
  expect(screen.getByText(/with its password\. Devices have to sign in again\. The player is told\.$/)).toBeTruthy();
  await user.type(screen.getByLabelText('Why'), 'Called us{Enter}');
  expect(await screen.findByRole('button', { name: 'Erase the player' })).toBeTruthy();
  expect(sent(log, UNDO).map(({ body }) => body)).toEqual([{ reason: 'Called us' }]);
});

test('without the permission a player who is to be erased is shown, but no button to keep them', async () => {
  open({
    'GET /api/desk/me': () => owner({ permissions: { 'player.find': 'yes' } }),
    'GET /api/desk/players/{player}': () => page({ erasure: PENDING_ERASURE }),
  });
  expect(await screen.findByText('The data will be erased on 29 November 2026')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep the player' })).toBeNull();
});

test('a player whose data are held after their day cannot be kept, and the page says what holds them', async () => {
  vi.setSystemTime('2026-11-30T06:30:00Z');
  const players = [{ id: '41', name: 'Rohan Mehta', phone_tail: '1736', erase_at: PENDING_ERASURE.erase_at, by: null }];
  const { user } = open({
    'GET /api/desk/players/{player}': () => page({ erasure: PENDING_ERASURE }),
    'GET /api/desk/erasures': () => ({ players }),
  });
  expect(await screen.findByText('The data were to be erased on 29 November 2026')).toBeTruthy();
  expect(screen.getByText(/such as a refund that came since: see “Refunds”/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep the player' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Waiting to be erased' }));
  expect(await screen.findByRole('link', { name: /1736.*were to be erased on 29 November 2026/ })).toBeTruthy();
  expect(screen.queryByText(/will be erased on/)).toBeNull();
});

test('an undo that comes too late shows the erased player', async () => {
  let isGone = false;
  const { user } = open({
    'GET /api/desk/players/{player}': () =>
      isGone ? page({ is_erased: true, name: 'Former player 41', phone: null }) : page({ erasure: PENDING_ERASURE }),
    [UNDO]: () => {
      isGone = true;
      return [409, problem('erasure_over')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Keep the player' }));
  await user.type(screen.getByLabelText('Why'), 'Called us{Enter}');
  expect(await screen.findByRole('heading', { level: 2, name: 'Former player 41' })).toBeTruthy();
  expect(screen.getByText(/stay under a number/)).toBeTruthy();
});

test('a player who waits to be erased is in the list with a link to their page', async () => {
  const players = [{ id: '42', name: 'Asha Patel', phone_tail: '1799', erase_at: PENDING_ERASURE.erase_at, by: null }];
  const { user } = open({ 'GET /api/desk/erasures': () => ({ players }) });
  await user.click(await screen.findByRole('button', { name: 'Waiting to be erased' }));
  const link = await screen.findByRole('link', { name: /Asha Patel.*1799.*29 November 2026/ });
  expect(link.getAttribute('href')).toBe('/players/42');
});

test('the list of players who wait to be erased closes when one is opened, also the one who is shown', async () => {
  const waiting = { phone_tail: '1799', erase_at: PENDING_ERASURE.erase_at, by: null };
  const players = [
    { ...waiting, id: '41', name: 'Rohan Mehta' },
    { ...waiting, id: '42', name: 'Asha Patel' },
  ];
  const { user, place } = open({ 'GET /api/desk/erasures': () => ({ players }) });
  for (const [name, id] of [
    [/Rohan Mehta.*1799/, '41'],
    [/Asha Patel.*1799/, '42'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Waiting to be erased' }));
    await user.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(place()).toBe(`/players/${id}`));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('in the list of players who wait to be erased the arrows scroll', async () => {
  const players = [{ id: '42', name: 'Asha Patel', phone_tail: '1799', erase_at: PENDING_ERASURE.erase_at, by: null }];
  const found = { id: '41', name: 'Rohan Mehta', phone_tail: '1736', last_game: null, strikes: 0, block: null };
  const { user } = open({
    'GET /api/desk/erasures': () => ({ players }),
    'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [{ ...found, trust: 'new' }] }),
  });
  await user.type(await screen.findByRole('searchbox'), 'roh');
  const first = await screen.findByRole('link', { name: /Rohan Mehta.*1736/ });
  await user.click(screen.getByRole('button', { name: 'Waiting to be erased' }));
  const link = await screen.findByRole('link', { name: /Asha Patel/ });
  link.focus();
  expect(fireEvent.keyDown(link, { key: 'ArrowDown' }), 'the arrow scrolls').toBe(true);
  expect(document.activeElement).toBe(link);
  first.focus();
  expect(fireEvent.keyDown(first, { key: 'ArrowDown' }), 'the arrow moves the focus').toBe(false);
});

test('an empty list of players who wait to be erased says so', async () => {
  const { user } = open({ 'GET /api/desk/erasures': () => ({ players: [] }) });
  await user.click(await screen.findByRole('button', { name: 'Waiting to be erased' }));
  expect(await screen.findByText('No player is waiting to be erased.')).toBeTruthy();
});

test('without a network the list of players who wait to be erased says that it did not load', async () => {
  const { user } = open({ 'GET /api/desk/erasures': () => 'no network' });
  const button = await screen.findByRole('button', { name: 'Waiting to be erased' });
  goOffline();
  await user.click(button);
  expect(await screen.findByText('The list did not load')).toBeTruthy();
});

type FormerStrike = Player['former_strikes'][number];

function former(day: string, forgiven: FormerStrike['forgiven'] = null): FormerStrike {
  return { missed_at: `2026-11-${day}T01:30:00Z`, place: 0, until: `2027-02-${day}T01:30:00Z`, forgiven };
}

test('games that were missed before the number was erased are listed, and are not counted as own games', async () => {
  open({
    'GET /api/desk/players/{player}': () =>
      page({ strikes: 2, missed: 0, former_strikes: [former('20'), former('18')] }),
  });
  expect(
    await screen.findByText(
      '2 games that were missed before this number was erased count, the last of them until 20 February 2027.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('Fri 20 Nov, 7:00 AM')).toBeTruthy();
  expect(screen.queryByText(/forgiven/i)).toBeNull();
});

test('a game missed before the erasure is forgiven with a reason, and counts again', async () => {
  const FORGIVE = 'POST /api/desk/venues/{venue}/players/{player}/forgiveness';
  const WITHDRAW = 'POST /api/desk/venues/{venue}/players/{player}/forgiveness/withdraw';
  let forgiven: FormerStrike['forgiven'] = null;
  const { user, log } = open({
    'GET /api/desk/players/{player}': () =>
      page({
        strikes: forgiven === null ? 2 : 1,
        missed: 0,
        former_strikes: [former('20', forgiven), former('18')],
      }),
    [FORGIVE]: () => {
      forgiven = { reason: 'Was in hospital', at: '2026-11-21T06:30:00Z', by: 'Nisha Trivedi' };
      return [204, null];
    },
    [WITHDRAW]: () => {
      forgiven = null;
      return [204, null];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Forgive: Fri 20 Nov, 7:00 AM' }));
  await user.type(screen.getByLabelText('Why'), 'Was in hospital{Enter}');
  expect(await screen.findByText(/Forgiven: Was in hospital/)).toBeTruthy();
  expect(sent(log, FORGIVE)[0]?.body).toEqual({
    missed_at: '2026-11-20T01:30:00Z',
    place: 0,
    reason: 'Was in hospital',
  });
  expect(screen.getByText(/^1 game that was missed before this number was erased counts until/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Forgive: Wed 18 Nov, 7:00 AM' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Count it again: Fri 20 Nov, 7:00 AM' }));
  await user.click(screen.getByRole('button', { name: 'Count it again' }));
  expect(await screen.findByRole('button', { name: 'Forgive: Fri 20 Nov, 7:00 AM' })).toBeTruthy();
  expect(sent(log, WITHDRAW)[0]?.body).toEqual({ missed_at: '2026-11-20T01:30:00Z', place: 0 });
});

test('a missed game that was forgiven before another erasure says so without its reason', async () => {
  const before = { reason: '', at: '2026-11-21T06:30:00Z', by: null };
  open({ 'GET /api/desk/players/{player}': () => page({ strikes: 0, former_strikes: [former('20', before)] }) });
  expect(await screen.findByText(/^Forgiven/)).toBeTruthy();
  expect(screen.queryByText(/Forgiven:/)).toBeNull();
  expect(screen.queryByText(/before this number was erased count/)).toBeNull();
});

test('open matters are listed with what to do, and the player cannot be erased yet', async () => {
  const ties: Erasure['ties'] = [
    { kind: 'games_ahead', count: 2, amount_paise: 0 },
    { kind: 'debt', count: 1, amount_paise: 85_000 },
  ];
  const { user } = open({ 'GET /api/desk/players/{player}/erasure': () => erasure({ ties }) });
  await user.click(await screen.findByRole('button', { name: 'Erase the player' }));
  expect(await screen.findByText('2 games have not ended. Cancel them, or wait.')).toBeTruthy();
  expect(screen.getByText('₹850 is due for 1 game. Take it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lock now, erase in 7 days' })).toBeNull();
});

test('a reason is kept while a new proof is requested', async () => {
  let tries = 0;
  const { user, log } = open({
    [EXPORT]: () => {
      tries += 1;
      return tries === 1
        ? [403, problem('proof_needed')]
        : { file_name: 'player-41.json', document: { format: 1 } as unknown as Record<string, never> };
    },
    'POST /api/desk/me/prove': () => [204, null],
  });
  await user.click(await screen.findByRole('button', { name: 'Export the data' }));
  await user.type(screen.getByLabelText('Why'), 'Asked by mail{Enter}');
  await user.type(await screen.findByLabelText(/code/i), '123456{Enter}');
  expect((await screen.findByLabelText<HTMLInputElement>('Why')).value).toBe('Asked by mail');
  await user.click(screen.getByRole('button', { name: 'Save the file' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.[1]).toBe('player-41.json');
  expect(sent(log, EXPORT)).toHaveLength(2);
});

test('the answer of a panel that was closed leaves what is typed in another one', async () => {
  const answer = deferred<{ file_name: string; document: Record<string, never> }>();
  const { user, queryClient } = open({ [EXPORT]: () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Export the data' }));
  await user.type(screen.getByLabelText('Why'), 'Asked by mail{Enter}');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Erase the player' }));
  await user.type(await screen.findByLabelText('Why'), 'Asked us');
  answer.resolve({ file_name: 'player-41.json', document: {} });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(saved).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLInputElement>('Why').value).toBe('Asked us');
});

test('an erasure that is refused after its panel was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, log } = open({
    [ERASE]: async () => {
      await answered.promise;
      return [409, problem('player_erased')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Erase the player' }));
  await user.type(await screen.findByLabelText('Why'), 'Asked by mail{Enter}');
  await waitFor(() => expect(sent(log, ERASE)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Why')).toBeNull());
  answered.resolve();
  const text = 'error: Erase Rohan Mehta | This player is erased, or will be.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('of an erasure without an answer the form says that it is not known whether it was done', async () => {
  const { user, log } = open({ [ERASE]: () => 'no network' });
  await user.click(await screen.findByRole('button', { name: 'Erase the player' }));
  await user.type(await screen.findByLabelText('Why'), 'Asked by mail{Enter}');
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.queryByText(failureTexts.network)).toBeNull();
  expect(sent(log, ERASE)).toHaveLength(3);
}, 20_000);

test('a copy of the data that comes when another person has signed in is not saved', async () => {
  const answer = deferred<{ file_name: string; document: Record<string, never> }>();
  const { user, log, queryClient } = open({ [EXPORT]: () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Export the data' }));
  await user.type(screen.getByLabelText('Why'), 'Asked by mail{Enter}');
  await waitFor(() => expect(sent(log, EXPORT)).toHaveLength(1));
  // The screen ends with the session, and another person signs in.
  cleanup();
  queryClient.setQueryData(['me'], owner({ staff: { ...sampleMe.staff, id: '13' } }));
  answer.resolve({ file_name: 'player-41.json', document: {} });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(saved).not.toHaveBeenCalled();
});

test('another number is chosen, warnings are shown, and both are merged', async () => {
  const known = { last_game: null, trust: 'known' as const, strikes: 0, block: null };
  const players = [
    { ...known, id: '41', name: 'Rohan Mehta', phone_tail: '1736' },
    { ...known, id: '42', name: 'Rohan M', phone_tail: '1799' },
  ];
  const { user, log } = open({
    'GET /api/desk/find': () => ({ bookings: [], more_players: true, players }),
    [MERGE]: () => ({ games: 4 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Merge another number' }));
  await user.type(screen.getByLabelText('The other number, or its name'), '1799');
  expect(await screen.findByText('There are more players. Type more of the number or the name.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Rohan M.*1799/ }));
  const unpaid = '5 games ahead are not paid, and the limit is 4: no more to be paid at the court until some are paid.';
  expect(await screen.findByText(unpaid)).toBeTruthy();
  expect(screen.getByText(/2 missed games count/)).toBeTruthy();
  expect(screen.getByText('Messages about bookings go to 98250 41736 only, the number that stays.')).toBeTruthy();
  await user.type(screen.getByLabelText('Why'), 'Showed both phones{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull());
  expect(sent(log, MERGE)[0]?.body).toEqual({ other: '42', reason: 'Showed both phones' });
});

test('that a search for the other number finds nobody is said in an element that was there before', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Merge another number' }));
  const panel = within(screen.getByRole('region', { name: 'Merge another number into Rohan Mehta' }));
  const status = panel.getByRole('status');
  expect(status.textContent).toBe('');
  await user.type(panel.getByLabelText('The other number, or its name'), '1799');
  await waitFor(() => expect(status.textContent).toBe('No other player is found.'));
});

/** The answer of the search with the other number of the player. */
const findOther = () => {
  const other = { id: '42', name: 'Rohan M', phone_tail: '1799', last_game: null, strikes: 0, block: null };
  return { bookings: [], more_players: false, players: [{ ...other, trust: 'new' as const }] };
};

test('a merge after which as many games are unpaid as are allowed says that no more can be booked to be paid at the court', async () => {
  const { user } = open({
    'GET /api/desk/find': findOther,
    'GET /api/desk/players/{player}/merge': () => merge({ max_open_unpaid: 5 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Merge another number' }));
  await user.type(screen.getByLabelText('The other number, or its name'), '1799');
  await user.click(await screen.findByRole('button', { name: /Rohan M.*1799/ }));
  expect(await screen.findByText(/^5 games ahead are not paid, and the limit is 5: no more/)).toBeTruthy();
});

/** Chooses the other number for a merge. */
async function chooseOther(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Merge another number' }));
  await user.type(screen.getByLabelText('The other number, or its name'), '1799');
  await user.click(await screen.findByRole('button', { name: /Rohan M.*1799/ }));
}

test('one missed game that makes the player pay first is named as one', async () => {
  const { user } = open({
    'GET /api/desk/find': findOther,
    'GET /api/desk/players/{player}/merge': () => merge({ gone: side({ strikes: 0 }), max_no_shows: 1 }),
  });
  await chooseOther(user);
  expect(await screen.findByText('1 missed game counts: the player pays first.')).toBeTruthy();
});

test('the focus stays in its section when a form is closed, and when another number is chosen', async () => {
  const { user } = open({
    'GET /api/desk/find': findOther,
    'GET /api/desk/players/{player}': () => page({ former_strikes: [former('20')] }),
  });
  const section = await screen.findByRole('region', { name: 'Account and data' });
  await chooseOther(user);
  await waitFor(() => expect(document.activeElement).toBe(section));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(section));
  await user.click(screen.getByRole('button', { name: /^Forgive: / }));
  await user.keyboard('{Escape}');
  const game = screen.getByText('Fri 20 Nov, 7:00 AM').closest('li');
  await waitFor(() => expect(document.activeElement).toBe(game));
});

test('two accounts that cannot be merged say why', async () => {
  const { user } = open({
    'GET /api/desk/find': findOther,
    'GET /api/desk/players/{player}/merge': () => merge({ refused: 'holding' }),
  });
  await chooseOther(user);
  expect(await screen.findByText(/holds a court at this moment/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Choose another number' }));
  expect(screen.getByLabelText<HTMLInputElement>('The other number, or its name').value).toBe('1799');
});
