import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import {
  problem,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleInstant,
  sampleMe,
  type DeskReplies,
} from '@/testing/desk-server';
import { forgetToasts, toasts } from '@/testing/toasts';
import { reportSignedOut } from '@/desk/api/signed-out';
import { BOARD, openBoard } from './board.test-kit';

const BOOKING = 'GET /api/desk/bookings/{order}';
const ATTENDANCE = 'PUT /api/desk/bookings/{order}/attendance';

const rohan = sampleBoardBooking({ due_paise: 85_000, paid_paise: 0 });

beforeEach(() => {
  vi.setSystemTime(sampleInstant(1104));
  localStorage.clear();
  forgetToasts();
});
afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies = {}, search = '') {
  const first: DeskReplies = {
    [BOARD]: () => sampleBoard({ bookings: [rohan] }),
    [BOOKING]: () => sampleBooking(),
    ...replies,
  };
  return openBoard(first, search);
}

const grid = () => screen.findByRole('grid', { name: 'Courts on Sunday, 22 November' });
const rohansCell = () => screen.findByRole('button', { name: /^Court 3, 7 to 8 PM, Rohan Mehta/ });

/** What a screen reader says at an element of the grid: in the first frame a label, then a text. */
const nameOf = (element: Element | null | undefined) =>
  element?.getAttribute('aria-label') ?? element?.querySelector('.cell-spoken')?.textContent ?? null;

describe('the grid', () => {
  test('has the courts as heads of rows and the hours as heads of columns', async () => {
    open();
    const heads = (role: string, inside: HTMLElement) =>
      within(inside)
        .getAllByRole(role)
        .map((head) => head.textContent);
    const board = await grid();
    expect(heads('columnheader', board)).toEqual([
      'Court',
      '5 PMover',
      '6 PM3 free now',
      '7 PM2 free',
      '8 PM3 free',
      '9 PM3 free',
    ]);
    expect(heads('rowheader', board)).toEqual(['1Court 1', '2Court 2', '3Court 3']);
    expect(within(board).getAllByRole('row')).toHaveLength(4);
  });

  test('says over an hour that is for sale how many courts are free, and nothing over one that is not', async () => {
    const prices_paise = [1, 2, 3].map((court) =>
      [1, 1, court === 3 ? 1 : null, null, 1].map((price) => price && 85_000),
    );
    open({ [BOARD]: () => sampleBoard({ prices_paise, bookings: [rohan] }) });
    const heads = within(await grid()).getAllByRole('columnheader');
    expect(heads.slice(3).map(({ textContent }) => textContent)).toEqual(['7 PMfull', '8 PM', '9 PM3 free']);
  });

  test('has only the hours in view in its first frame, and the others after it', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
    vi.stubGlobal('innerWidth', 700);
    const starts = Array.from({ length: 12 }, (_, index) => 720 + index * 60);
    open({
      [BOARD]: () =>
        sampleBoard({
          starts: starts.map((minute) => ({ minute, at: sampleInstant(minute) })),
          prices_paise: Array.from({ length: 3 }, () => starts.map(() => 100_000)),
          bookings: [],
        }),
    });
    const board = await grid();
    const hours = () => [...board.querySelectorAll('[data-at]')].map((cell) => nameOf(cell)?.split(', ')[1]);
    const inView = hours();
    expect(inView).toContain('5 to 6 PM');
    expect(inView).toContain('8 to 9 PM');
    expect(inView).not.toContain('9 to 10 PM');
    expect(inView).not.toContain('12 to 1 PM');
    expect(board.querySelector('.cell-spoken')).toBeNull();
    for (const frame of frames) frame(performance.now());
    await waitFor(() => expect(hours()).toHaveLength(3 * starts.length));
    expect(hours()).toContain('12 to 1 PM');
    // A person who speaks to the browser says what is drawn, which a label does not contain.
    expect(board.querySelector('[data-at][aria-label]')).toBeNull();
  });

  test('has one tab stop, which arrows move, and Enter opens the booking there', async () => {
    const { user, place } = open();
    const board = await grid();
    const stops = () => [...board.querySelectorAll<HTMLElement>('[data-at][tabindex="0"]')];
    const [first, ...others] = stops();
    expect(others).toEqual([]);
    expect(nameOf(first)).toBe('Court 1, 6 to 7 PM, free, 1,000 rupees');
    first?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(document.activeElement).toBe(await rohansCell());
    expect(stops()).toEqual([document.activeElement]);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
    expect(place()).toBe('/v/1/board?open=4820193756');
    expect(nameOf(await rohansCell())).toMatch(/850 rupees due, selected$/);
  });

  test('keeps the focus when the focused hour gets another content', async () => {
    let bookings = [rohan];
    let version = 'v1';
    const { user, queryClient } = open({ [BOARD]: () => sampleBoard({ version, bookings }) });
    (await rohansCell()).focus();
    bookings = [];
    version = 'v2';
    await queryClient.refetchQueries({ queryKey: ['board'] });
    await waitFor(() => expect(nameOf(document.activeElement)).toBe('Court 3, 7 to 8 PM, free, 1,000 rupees'));
    await user.keyboard('{ArrowLeft}');
    expect(nameOf(document.activeElement)).toMatch(/^Court 3, 6 to 7 PM/);
  });

  test('an arrow goes on from the focused booking where it is now, also after it was moved', async () => {
    let booking = { ...rohan, minute: 1200 };
    let version = 'v1';
    const { user, queryClient } = open({ [BOARD]: () => sampleBoard({ version, bookings: [booking] }) });
    (await screen.findByRole('button', { name: /^Court 3, 8 to 9 PM, Rohan Mehta/ })).focus();
    booking = rohan;
    version = 'v2';
    await queryClient.refetchQueries({ queryKey: ['board'] });
    await waitFor(() => expect(nameOf(document.activeElement)).toMatch(/^Court 3, 7 to 8 PM, Rohan Mehta/));
    await user.keyboard('{ArrowRight}');
    expect(nameOf(document.activeElement)).toMatch(/^Court 3, 8 to 9 PM, free/);
  });

  test('an hour that was cancelled opens the cancelled booking, any other free hour opens nothing', async () => {
    const gone = { order: '55', court: 21, minute: 1140, name: 'Om Parmar', at: sampleInstant(900) };
    const { user, place } = open({ [BOARD]: () => sampleBoard({ cancelled: [gone] }) });
    const cancelled = await screen.findByRole('button', { name: /^Court 1, 7 to 8 PM, free.*cancelled: Om Parmar$/ });
    expect(screen.getAllByRole('gridcell', { name: /^Court \d, .* free/ }).length).toBeGreaterThan(1);
    expect(screen.getAllByRole('button', { name: /^Court \d, .* free/ })).toEqual([cancelled]);
    await user.click(cancelled);
    expect(place()).toBe('/v/1/board?open=55');
  });
});

describe('the answers of the server', () => {
  test('are read again with the version that is shown, and a board that did not change stays', async () => {
    const { queryClient, calls } = open();
    await rohansCell();
    const before = queryClient.getQueryData(['board', 1, '2026-11-22']);
    await queryClient.refetchQueries({ queryKey: ['board'] });
    expect(calls(BOARD).map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, '"v1"']);
    expect(queryClient.getQueryData(['board', 1, '2026-11-22'])).toBe(before);
  });

  test('a change by another person marks its cell and is announced to screen readers', async () => {
    let answer = sampleBoard();
    const { queryClient } = open({ [BOARD]: () => answer });
    await grid();
    answer = sampleBoard({ version: 'v2', bookings: [rohan] });
    await queryClient.refetchQueries({ queryKey: ['board'] });
    const cell = await rohansCell();
    await waitFor(() => expect(cell.className).toContain('changed-ring'));
    expect(await screen.findByText('Changed: Court 3, 7 to 8 PM, Rohan Mehta, 850 rupees due.')).toBeTruthy();
    await waitFor(() => expect(cell.className).not.toContain('changed-ring'), { timeout: 4_000 });
  });

  test('without a stream the line says how often the board is requested', async () => {
    open();
    expect(await screen.findByText('Checking every 5 s')).toBeTruthy();
  });

  test('a board that does not load says so and can be requested again', async () => {
    let fails = true;
    const { user } = open({ [BOARD]: () => (fails ? [503, problem('unavailable')] : sampleBoard()) });
    expect(await screen.findByText('The board did not load')).toBeTruthy();
    expect(screen.getByText('The server is busy. Please try again in a moment.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await grid()).toBeTruthy();
  });

  test('a board that cannot be read again stays, and says of when it is', async () => {
    let fails = false;
    const { queryClient } = open({ [BOARD]: () => (fails ? 'no network' : sampleBoard({ bookings: [rohan] })) });
    await rohansCell();
    fails = true;
    await queryClient.refetchQueries({ queryKey: ['board'] });
    expect(await screen.findByText('The newest changes did not load')).toBeTruthy();
    expect(screen.getByText('as of 6:24 PM')).toBeTruthy();
    expect(await rohansCell()).toBeTruthy();
  });

  test('a hold counts down by the newest measurement of the clock, also on a board that was read before it', async () => {
    const hold = {
      court: 21,
      minute: 1140,
      minutes: 60,
      since: sampleInstant(1099),
      until: sampleInstant(1109),
      paying: false,
    };
    const { user } = open({
      [BOARD]: ({ query }) =>
        sampleBoard(query.get('day') === '2026-11-22' ? { holds: [hold] } : { day: '2026-11-23' }),
    });
    expect(await screen.findByText('5:00 left')).toBeTruthy();
    // The clock of the device is put forward by ten minutes; the board of another day measures it.
    vi.setSystemTime(sampleInstant(1114));
    await user.click(screen.getByRole('button', { name: 'Day after' }));
    await screen.findByRole('grid', { name: 'Courts on Monday, 23 November' });
    await user.click(screen.getByRole('button', { name: 'Day before' }));
    await grid();
    expect(await screen.findByText('5:00 left')).toBeTruthy();
  });

  test('a day without bookings says what is for sale', async () => {
    open({ [BOARD]: () => sampleBoard() });
    expect(await screen.findByText('No bookings yet on Sunday, 22 November. 12 slots are for sale.')).toBeTruthy();
  });

  test('a day without hours and a venue that the person does not work at have no grid', async () => {
    open({ [BOARD]: () => sampleBoard({ starts: [], prices_paise: [] }) });
    expect(await screen.findByText('The venue is closed on Sunday, 22 November.')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    open({
      'GET /api/desk/me': () => ({
        ...sampleMe,
        venues: [{ id: 2, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false }],
      }),
    });
    expect(await screen.findByText('This venue is not one of yours.')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  test('a retired venue without open games is told from a venue of others', async () => {
    const past_venues = sampleMe.venues.map((venue) => ({ ...venue, is_retired: true }));
    open({ 'GET /api/desk/me': () => ({ ...sampleMe, venues: [], past_venues }) });
    expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeTruthy();
  });
});

describe('the day', () => {
  test('is today at the venue, and the keys and buttons beside it go to others', async () => {
    const { user, place, calls } = open();
    (await rohansCell()).focus();
    await user.keyboard(']');
    await waitFor(() => expect(place()).toBe('/v/1/board?day=2026-11-23'));
    await waitFor(() => expect(calls(BOARD).at(-1)?.query.get('day')).toBe('2026-11-23'));
    // The grid of the new day takes the focus, so that the keys still work.
    await waitFor(() => expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull());
    await user.click(screen.getByRole('button', { name: 'Day before' }));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
    await user.click(screen.getByRole('button', { name: 'Day before' }));
    await waitFor(() => expect(place()).toBe('/v/1/board?day=2026-11-21'));
    await user.click(screen.getByRole('button', { name: /Go to now$/ }));
    await waitFor(() => expect(place()).toBe('/v/1/board'));
  });

  test('two quick presses go two days on', async () => {
    const { place } = open();
    await rohansCell();
    const after = screen.getByRole('button', { name: 'Day after' });
    // Nothing is rendered between two presses inside one `act`.
    act(() => {
      fireEvent.click(after);
      fireEvent.click(after);
    });
    await waitFor(() => expect(place()).toBe('/v/1/board?day=2026-11-24'));
  });

  describe('that was loaded before', () => {
    const monday = sampleBoard({ day: '2026-11-23', version: 'v2' });
    const starts = monday.starts.slice(0, 2).map(({ minute }) => ({ minute, at: sampleInstant(minute + 1440) }));
    const tomorrow = () => screen.findByRole('grid', { name: 'Courts on Monday, 23 November' });

    /** Opens Sunday after Monday, which has two hours; both boards are loaded, and the grid goes from one to the other. */
    async function openBoth() {
      const { user } = open({
        [BOARD]: ({ query }) => (query.get('day') === '2026-11-23' ? { ...monday, starts } : sampleBoard()),
      });
      const sunday = await grid();
      sunday.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
      await user.keyboard(']');
      await tomorrow();
      await user.keyboard('[[');
      await grid();
      return user;
    }

    test('gives the focus to its grid', async () => {
      const user = await openBoth();
      await user.keyboard('{End}');
      expect(nameOf(document.activeElement)).toMatch(/^Court 1, 9 to 10 PM/);
    });

    test('with fewer hours has the tab stop in its last one', async () => {
      const user = await openBoth();
      await user.click(await screen.findByRole('gridcell', { name: /^Court 1, 9 to 10 PM/ }));
      await user.keyboard(']');
      await tomorrow();
      await waitFor(() => expect(nameOf(document.activeElement)).toMatch(/^Court 1, 6 to 7 PM/));
      expect(document.activeElement?.getAttribute('tabindex')).toBe('0');
    });
  });

  test('keys do nothing while the focus is elsewhere', async () => {
    const { user, place } = open();
    const cell = await rohansCell();
    document.body.focus();
    await user.keyboard(']');
    cell.focus();
    await user.keyboard(']');
    // One day on: only the second key counted.
    await waitFor(() => expect(place()).toBe('/v/1/board?day=2026-11-23'));
  });
});

describe('the opened booking', () => {
  const openPanel = (replies: DeskReplies = {}) => open(replies, '?open=4820193756');
  const panel = () => screen.findByRole('complementary', { name: 'Booking' });

  test('shows court, player, money and history', async () => {
    openPanel();
    const inside = within(await panel());
    expect(await inside.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
    expect(inside.getByText('7:00 – 7:55 PM')).toBeTruthy();
    expect(inside.getByText('#4820 1937 56 · Sun 22 Nov')).toBeTruthy();
    expect(inside.getByRole('link', { name: 'Call Rohan Mehta' }).getAttribute('href')).toBe('tel:+919825041736');
    expect(inside.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toBe('https://wa.me/919825041736');
    expect(inside.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      expect.arrayContaining(['31 games', '0 no-shows']),
    );
    const facts = inside.getAllByRole('definition').map((amount) => amount.textContent);
    expect(facts).toEqual(['₹1,000', '− ₹150', '₹850']);
    expect(inside.getByText('Booked')).toBeTruthy();
  });

  test('shows the whole name of the player, however long it is', async () => {
    openPanel();
    const name = await within(await panel()).findByRole('heading', { level: 3, name: 'Rohan Mehta' });
    expect(name.className).not.toContain('truncate');
  });

  test('a masked number is shown without buttons to call, to write or to add one', async () => {
    // Compiled before, as the panel of the board is.
    await import('@/desk/booking/AddNumber');
    const permissions = { ...sampleMe.permissions, 'booking.make': 'yes' };
    const masked = { ...sampleBooking().player, phone: '+91 ••••• •1736' };
    openPanel({
      'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
      [BOOKING]: () => sampleBooking({ player: masked }),
    });
    const inside = within(await panel());
    expect(await inside.findByText('+91 ••••• •1736')).toBeTruthy();
    await act(() => pause(0));
    expect(inside.queryByRole('link', { name: /Call|WhatsApp/ })).toBeNull();
    expect(inside.queryByRole('button', { name: 'Add a number' })).toBeNull();
  });

  test('Escape closes it and returns to its cell', async () => {
    const { user, place } = openPanel();
    (await rohansCell()).focus();
    await screen.findByRole('heading', { name: 'Court 3' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(place()).toBe('/v/1/board');
    expect(document.activeElement).toBe(await rohansCell());
  });

  test('I checks in with the version that is shown, and undo takes it back', async () => {
    let version = 7;
    let attendance: 'arrived' | null = null;
    const { user, calls } = openPanel({
      [BOOKING]: () => sampleBooking({ version, attendance }),
      [ATTENDANCE]: ({ body }) => {
        version += 1;
        attendance = body?.['state'] === 'arrived' ? 'arrived' : null;
        return sampleBooking({ version, attendance, attendance_at: sampleInstant(1104), attendance_by: 'Nisha' });
      },
    });
    await screen.findByRole('button', { name: 'Check in' });
    (await rohansCell()).focus();
    await user.keyboard('i');
    expect(await screen.findByText('Here since 6:24 PM, by Nisha')).toBeTruthy();
    expect(screen.getByText(/Rohan Mehta \(Court 3, 7 PM\) is checked in\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
    // A change by the person who is signed in is not announced to them.
    expect(screen.queryByText(/just now|was just changed/)).toBeNull();
    toasts().at(-1)?.action?.run();
    expect(await screen.findByRole('button', { name: 'Check in' })).toBeTruthy();
    expect(calls(ATTENDANCE).map(({ body, ifMatch }) => [body?.['state'], ifMatch])).toEqual([
      ['arrived', '"7"'],
      ['none', '"8"'],
    ]);
    const keys = calls(ATTENDANCE).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  test('the second press of a double click does not take a check-in back', async () => {
    let attendance: 'arrived' | null = null;
    const { user, calls } = openPanel({
      [BOOKING]: () => sampleBooking({ attendance }),
      [ATTENDANCE]: () => {
        attendance = 'arrived';
        return sampleBooking({ attendance });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    const takeBack = await screen.findByRole('button', { name: 'Take back' });
    await waitFor(() => expect(takeBack.getAttribute('aria-busy')).toBeNull());
    fireEvent.click(takeBack, { detail: 2 });
    await act(() => pause(0));
    expect(calls(ATTENDANCE).map(({ body }) => body)).toEqual([{ state: 'arrived' }]);
  });

  test('all hours of a bar are checked in at once', async () => {
    const bookings = [
      { ...rohan, group: '8', minute: 1140, order: '1140', version: 1140 },
      { ...rohan, group: '8', minute: 1200, order: '1200', version: 1200 },
    ];
    const { user, calls } = open(
      {
        [BOARD]: () => sampleBoard({ bookings }),
        [BOOKING]: ({ params }) => sampleBooking({ order: params['order'], version: Number(params['order']) }),
        [ATTENDANCE]: ({ params }) => sampleBooking({ order: params['order'], version: 2000, attendance: 'arrived' }),
      },
      '?open=1140',
    );
    expect(await screen.findByRole('group', { name: 'Hours on this court' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    await waitFor(() => expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['1140', '1200']));
    expect(calls(ATTENDANCE).map(({ ifMatch }) => ifMatch)).toEqual(['"1140"', '"1200"']);
  });

  test('the other hours of a bar are not checked in once the session has ended: it would be in the name of the next person', async () => {
    const bookings = [1140, 1200].map((minute) =>
      sampleBoardBooking({ group: '8', minute, order: String(minute), version: minute }),
    );
    const { user, calls } = open(
      {
        [BOARD]: () => sampleBoard({ bookings }),
        [BOOKING]: ({ params }) => sampleBooking({ order: params['order'], version: Number(params['order']) }),
        [ATTENDANCE]: ({ params }) => {
          reportSignedOut('locked');
          return sampleBooking({ order: params['order'], version: 2000, attendance: 'arrived' });
        },
      },
      '?open=1140',
    );
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    expect(await screen.findByText(failureTexts.unknownOutcome)).toBeTruthy();
    expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['1140']);
  });

  test('of a long bar only the hours for which it is not too early are checked in', async () => {
    const bookings = [1140, 1200, 1260].map((minute) =>
      sampleBoardBooking({ group: '8', minute, order: String(minute), version: minute }),
    );
    const { user, calls } = open(
      {
        'GET /api/desk/me': () => ({ ...sampleMe, business: { ...sampleMe.business, check_in_minutes: 100 } }),
        [BOARD]: () => sampleBoard({ bookings }),
        [BOOKING]: ({ params }) => sampleBooking({ order: params['order'], version: Number(params['order']) }),
        [ATTENDANCE]: ({ params }) => sampleBooking({ order: params['order'], version: 2000, attendance: 'arrived' }),
      },
      '?open=1140',
    );
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    await waitFor(() => expect(toasts().at(-1)?.text).toBe('Rohan Mehta (Court 3, 7 PM) is checked in.'));
    expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['1140', '1200']);
  });

  test('players can be checked in from the set time before the start on, also on the day before', async () => {
    const opening = (check_in_minutes: number) => () => {
      return { ...sampleMe, business: { ...sampleMe.business, check_in_minutes } };
    };
    openPanel({ 'GET /api/desk/me': opening(30) });
    expect(await screen.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
    const night = sampleBooking({ day: '2026-11-23', minute: 30, starts_at: sampleInstant(1470) });
    openPanel({ 'GET /api/desk/me': opening(370), [BOOKING]: () => night });
    expect(await screen.findByRole('button', { name: 'Check in' })).toBeTruthy();
  });

  test('not here is offered only after the start', async () => {
    openPanel();
    expect(await screen.findByRole('button', { name: 'Check in' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Not here' })).toBeNull();
    const started = { minute: 1080, starts_at: sampleInstant(1080) };
    const { user, calls } = openPanel({
      [BOOKING]: () => sampleBooking(started),
      [ATTENDANCE]: () => sampleBooking({ ...started, attendance: 'absent', version: 8 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Not here' }));
    expect(await screen.findByText('Marked as not here')).toBeTruthy();
    expect(calls(ATTENDANCE)[0]?.body).toEqual({ state: 'absent' });
  });

  test('a change by another person is shown instead of overwritten', async () => {
    const history = [{ at: sampleInstant(1103), what: 'arrived' as const, by: 'Kiran', details: {} }];
    const current = sampleBooking({ version: 8, attendance: 'arrived', attendance_by: 'Kiran', history });
    const { user } = openPanel({
      [BOOKING]: () => sampleBooking(),
      [ATTENDANCE]: () => [412, problem('changed_meanwhile', { current })],
    });
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    expect(await screen.findByText('Kiran has just changed this booking. It is up to date again.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
    expect(screen.getByText('Checked in')).toBeTruthy();
  });

  test('a refusal of a mark, or of its undo, is a toast once the panel is closed', async () => {
    const history = [{ at: sampleInstant(1103), what: 'arrived' as const, by: 'Kiran', details: {} }];
    const current = sampleBooking({ version: 9, attendance: 'arrived', history });
    const answers = [deferred<void>(), deferred<void>()];
    const { user, calls } = openPanel({
      [ATTENDANCE]: async ({ body }) => {
        if (body?.['state'] === 'none') return [412, problem('changed_meanwhile', { current })];
        await answers[calls(ATTENDANCE).length - 1]?.promise;
        if (calls(ATTENDANCE).length === 1) return [409, problem('day_closed')];
        return sampleBooking({ version: 8, attendance: 'arrived' });
      },
    });
    const closePanel = async () => {
      await user.click(screen.getByRole('button', { name: 'Close the booking' }));
      await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    };
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    await closePanel();
    answers[0]?.resolve();
    await waitFor(() =>
      expect(toasts().map(({ title, text }) => [title, text])).toEqual([
        [
          'The attendance of Rohan Mehta (Court 3, 7 PM) was not changed',
          'The day is closed. A manager can correct who came, with a reason.',
        ],
      ]),
    );

    await user.click(await rohansCell());
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    answers[1]?.resolve();
    await waitFor(() => expect(toasts().at(-1)?.text).toBe('Rohan Mehta (Court 3, 7 PM) is checked in.'));
    await closePanel();
    toasts().at(-1)?.action?.run();
    await waitFor(() =>
      expect(toasts().at(-1)?.text).toBe('Kiran has just changed this booking. It is up to date again.'),
    );
    expect(toasts().at(-1)?.title).toBe('The attendance of Rohan Mehta (Court 3, 7 PM) was not changed');
  });

  test('a check-in whose answer was lost is sent again with the same key', async () => {
    let lost = 1;
    const { user, calls } = openPanel({
      [ATTENDANCE]: () => {
        lost -= 1;
        return lost >= 0 ? 'no network' : sampleBooking({ version: 8, attendance: 'arrived' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    await waitFor(() => expect(calls(ATTENDANCE)).toHaveLength(2));
    const [first, second] = calls(ATTENDANCE);
    expect(second?.key).toBe(first?.key);
  });

  test('of a check-in without an answer it is said that its outcome is unknown, if the server answers other calls', async () => {
    const { user, calls } = openPanel({ [ATTENDANCE]: () => 'no network' });
    await user.click(await screen.findByRole('button', { name: 'Check in' }));
    expect(await screen.findByText(failureTexts.unknownOutcome)).toBeTruthy();
    expect(calls(ATTENDANCE)).toHaveLength(3);
  });

  test('a newer version on the board brings the newer booking, and says who changed it', async () => {
    let version = 7;
    const booked = { at: sampleInstant(-2000), what: 'booked' as const, by: 'Nisha', details: {} };
    const paid = { at: sampleInstant(1103), what: 'paid' as const, by: 'Kiran', details: {} };
    const { queryClient, calls } = openPanel({
      [BOARD]: () => sampleBoard({ version: `v${version}`, bookings: [{ ...rohan, version }] }),
      [BOOKING]: () => sampleBooking({ version, history: version === 7 ? [booked] : [booked, paid] }),
    });
    await screen.findByRole('button', { name: 'Check in' });
    version = 8;
    await queryClient.refetchQueries({ queryKey: ['board'] });
    await waitFor(() => expect(calls(BOOKING)).toHaveLength(2));
    expect(await screen.findByText('Kiran, just now: Payment taken')).toBeTruthy();
  });

  test('a change that leaves no entry in the history is not ascribed to the person of an earlier entry', async () => {
    let version = 7;
    const booked = { at: sampleInstant(-2000), what: 'booked' as const, by: 'Nisha', details: {} };
    const paid = { at: sampleInstant(1103), what: 'paid' as const, by: 'Kiran', details: {} };
    const { queryClient } = openPanel({
      [BOARD]: () => sampleBoard({ version: `v${version}`, bookings: [{ ...rohan, version }] }),
      // The payment is voided, and a voided payment is not in the history.
      [BOOKING]: () => sampleBooking({ version, history: version === 7 ? [booked, paid] : [booked] }),
    });
    await screen.findByRole('button', { name: 'Check in' });
    version = 8;
    await queryClient.refetchQueries({ queryKey: ['board'] });
    expect(await screen.findByText('This booking was just changed. It is up to date again.')).toBeTruthy();
    expect(screen.queryByText(/just now/)).toBeNull();
  });

  test('without the permission, and a day before the start, players cannot be checked in', async () => {
    openPanel({ 'GET /api/desk/me': () => ({ ...sampleMe, permissions: { 'attendance.mark': 'ask' } }) });
    expect(await screen.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
    openPanel({ [BOOKING]: () => sampleBooking({ day: '2026-11-23', starts_at: sampleInstant(1140 + 1440) }) });
    expect(await screen.findByRole('heading', { name: 'Court 3' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
  });

  test('a booking of another venue is said to be missing', async () => {
    openPanel({ [BOOKING]: () => [404, problem('not_found')] });
    expect(await screen.findByText('This booking does not exist, or belongs to another venue.')).toBeTruthy();
  });
});

describe('a retired venue', () => {
  const permissions = {
    'board.read': 'yes',
    'booking.make': 'yes',
    'booking.move': 'yes',
    'booking.extend': 'yes',
    'booking.cancel': 'yes',
    'closure.make': 'yes',
    'attendance.mark': 'yes',
  };
  /** Opens Rohan's game at a venue of two. */
  function openVenue(is_retired: boolean) {
    const venues = [
      { id: 2, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false },
      { id: 1, name: 'Riverside Arena', time_zone: 'Asia/Kolkata', is_retired },
    ];
    return open({ 'GET /api/desk/me': () => ({ ...sampleMe, venues, permissions }) }, '?open=4820193756');
  }
  /** What books, closes courts, or gives a game another time. */
  const SELLING = [/^Walk-in/, /^Rain/, /^Close courts/, /^Move/, /^Add an hour/];

  test('says so in words, and its games are checked in and cancelled; nothing is booked, closed or moved', async () => {
    openVenue(true);
    expect(await screen.findByRole('button', { name: 'Check in' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Cancel booking/ })).toBeTruthy();
    for (const name of SELLING) expect(screen.queryByRole('button', { name })).toBeNull();
    const options = within(await screen.findByRole('combobox', { name: 'Venue' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Old Mill', 'Riverside Arena · Retired']);
    expect(screen.getByText('Retired')).toBeTruthy();
    expect(screen.getByText(/^This venue is retired\. Its games can be played, paid and cancelled/)).toBeTruthy();
  });

  test('is the only one that says so and has none of those buttons', async () => {
    openVenue(false);
    expect(await screen.findByRole('button', { name: 'Check in' })).toBeTruthy();
    for (const name of SELLING) expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.queryByText(/Retired|retired/)).toBeNull();
  });
});
