import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { setServerAway } from '@/lib/online';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import {
  problem,
  SAMPLE_DAY,
  sampleBoard,
  sampleBoardBooking,
  sampleBooking,
  sampleInstant,
  sampleMe,
  serveDesk,
  type DeskReplies,
} from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { forgetToasts, toasts } from '@/testing/toasts';
import { withMe } from '@/testing/with-me';
import type { ScanAnswer } from '@/desk/api/scans';
import { reportScan } from '@/desk/lib/scanned';
import { dropFact, queueStore } from '@/desk/api/queue';
import { CheckInPage } from './CheckInPage';
import { boardOfCourt3, keepPassKey, ORDER, PASS } from './pass.test-kit';
import * as sounds from './sounds';

const BOARD = 'GET /api/desk/venues/{venue}/board';
const SCAN = 'POST /api/desk/venues/{venue}/scans';
const ATTENDANCE = 'PUT /api/desk/bookings/{order}/attendance';

const due = sampleBooking({ order: ORDER, version: 3 });
const paid = { ...due, due_paise: 0, paid_paise: 85_000 };
const arrived = { ...paid, version: 4, attendance: 'arrived' as const, attendance_at: sampleInstant(1104) };

function answer(code: ScanAnswer['code'], more: Partial<ScanAnswer> = {}): ScanAnswer {
  return { code, params: {}, booking: null, ...more };
}

beforeEach(() => {
  vi.setSystemTime(sampleInstant(1104));
  localStorage.clear();
  keepPassKey();
  forgetToasts();
});
afterEach(async () => {
  for (const { id } of queueStore.get()) await dropFact(id);
  vi.unstubAllGlobals();
});

function open(replies: DeskReplies = {}, permissions: Record<string, string> = sampleMe.permissions) {
  const log = serveDesk({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking()] }),
    'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [] }),
    ...replies,
  });
  const view = renderScreen({ path: '/v/$venue/check-in', component: withMe(CheckInPage), at: '/v/1/check-in' });
  return { ...view, calls: (call: string) => log.filter((request) => request.call === call) };
}

const result = () => screen.findByRole('region', { name: 'The pass that was read last' });
const ready = () => screen.findByRole('heading', { level: 3, name: '7 PM' });

/** Reports a pass as the frame does when a hand scanner reads it. */
async function scan(text = PASS) {
  await ready();
  act(() => reportScan(text));
}

/** Reports the same pass ten seconds later, when it counts as another scan. */
function scanLater() {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  act(() => reportScan(PASS));
}

/** The server counts as away from now on, until the test ends. */
function loseServer() {
  act(() => setServerAway(true));
  onTestFinished(() => setServerAway(false));
}

test('one scan checks in a paid pass with a sound, and can be undone', async () => {
  const play = vi.spyOn(sounds, 'playNotes');
  const { user, calls } = open({
    [SCAN]: () => answer('checked_in', { booking: arrived }),
    [ATTENDANCE]: () => ({ ...paid, version: 5 }),
  });
  await scan();
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(within(await result()).getByText('Rohan Mehta')).toBeTruthy();
  expect(within(await result()).getByText('Court 3, 7:00 PM')).toBeTruthy();
  expect(calls(SCAN).map(({ body }) => body)).toEqual([{ pass: PASS, seen_version: null }]);
  expect(calls(SCAN)[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(play).toHaveBeenCalledOnce();

  await user.click(within(await result()).getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(calls(ATTENDANCE).map(({ body, ifMatch }) => [body, ifMatch])).toEqual([[{ state: 'none' }, '"4"']]),
  );
  await waitFor(() => expect(screen.queryByText('Checked in')).toBeNull());
});

test('the second press of a double click that lets players in does not undo it', async () => {
  const { calls } = open({
    [SCAN]: () => answer('checked_in', { booking: arrived }),
    [ATTENDANCE]: () => ({ ...paid, version: 5 }),
  });
  await scan();
  fireEvent.click(await within(await result()).findByRole('button', { name: 'Undo' }), { detail: 2 });
  await act(() => pause(0));
  expect(calls(ATTENDANCE)).toEqual([]);
  expect(within(await result()).getByText('Checked in')).toBeTruthy();
});

test('a check-in of a booking that was changed meanwhile can be undone all the same', async () => {
  const current = { ...arrived, version: 5 };
  const { user, calls } = open({
    [SCAN]: () => answer('checked_in', { booking: arrived }),
    [ATTENDANCE]: ({ ifMatch }) =>
      ifMatch === '"4"' ? [412, problem('changed_meanwhile', { current })] : { ...paid, version: 6 },
  });
  await scan();
  await user.click(await within(await result()).findByRole('button', { name: 'Undo' }));
  expect(await within(await result()).findByText(/changed/)).toBeTruthy();
  await user.click(within(await result()).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(calls(ATTENDANCE).map(({ ifMatch }) => ifMatch)).toEqual(['"4"', '"5"']));
  await waitFor(() => expect(screen.queryByText('Checked in')).toBeNull());
});

test('the same pass read again at once is one scan', async () => {
  const { calls } = open({ [SCAN]: () => answer('checked_in', { booking: arrived }) });
  await scan();
  await within(await result()).findByText('Checked in');
  act(() => reportScan(PASS));
  act(() => reportScan(PASS));
  act(() => reportScan(`${PASS}2`));
  await waitFor(() => expect(calls(SCAN).map(({ body }) => body?.['pass'])).toEqual([PASS, `${PASS}2`]));
});

test('of two passes that are read while the server is slow, each result is shown', async () => {
  const slow = deferred<ScanAnswer>();
  const { calls } = open({
    [SCAN]: ({ body }) =>
      body?.['pass'] === PASS ? slow.promise : answer('checked_in', { booking: { ...arrived, order: '5' } }),
  });
  await scan();
  await scan(`${PASS}2`);
  slow.resolve(answer('already_in', { params: { at: sampleInstant(1098), by: 'Kiran Joshi' } }));
  expect(await within(await result()).findByText('Already in at 6:18 PM, by Kiran Joshi')).toBeTruthy();
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(calls(SCAN)).toHaveLength(2);
});

test('a pass that owes money offers to take it or to let the players in', async () => {
  const { user, calls } = open(
    {
      [SCAN]: ({ body }) =>
        body?.['seen_version'] === null
          ? answer('due', { params: { amount_paise: 85_000 }, booking: due })
          : answer('checked_in', { booking: { ...arrived, due_paise: 85_000 } }),
      'GET /api/desk/bookings/{order}': () => due,
      'GET /api/desk/venues/{venue}/shift': () => ({ shift: null, upi: null, provider_qr: false }),
    },
    { ...sampleMe.permissions, 'payment.take': 'yes' },
  );
  await scan();
  expect(await within(await result()).findByText('₹850 to pay')).toBeTruthy();
  await user.click(within(await result()).getByRole('button', { name: 'Take ₹850' }));
  expect(await within(await result()).findByRole('form', { name: 'Take money' })).toBeTruthy();
  await user.click(within(await result()).getByRole('button', { name: 'Let in, pay later' }));
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(calls(SCAN).map(({ body }) => body?.['seen_version'])).toEqual([null, 3]);
});

test('the heading of the actions for a pass says "Take" only if the clerk may take what is due', async () => {
  const over = answer('over', { params: { at: sampleInstant(1098) }, booking: paid });
  const moved = answer('moved', { params: { day: SAMPLE_DAY, minute: 1200, court: 'Court 5' }, booking: due });
  const cases: [ScanAnswer, Record<string, string>, string][] = [
    [moved, { 'payment.take': 'yes' }, 'Take ₹850'],
    [moved, {}, 'Let in, pay later'],
    [over, { 'payment.take': 'yes' }, 'Check in'],
  ];
  for (const [scanned, more, heading] of cases) {
    open(
      { [SCAN]: () => scanned, 'GET /api/desk/bookings/{order}': () => scanned.booking ?? due },
      { ...sampleMe.permissions, ...more },
    );
    await scan();
    expect(await within(await result()).findByRole('heading', { name: heading })).toBeTruthy();
  }
});

test('when the amount due is paid, the pass is checked in by itself', async () => {
  let isPaid = false;
  const { calls } = open({
    [BOARD]: () =>
      sampleBoard({
        version: isPaid ? 'v2' : 'v1',
        bookings: [sampleBoardBooking({ order: due.order, version: isPaid ? 4 : 3 })],
      }),
    [SCAN]: () =>
      isPaid ? answer('checked_in', { booking: { ...arrived, version: 5 } }) : answer('due', { booking: due }),
    'GET /api/desk/bookings/{order}': () => (isPaid ? { ...paid, version: 4 } : due),
  });
  await scan();
  await within(await result()).findByRole('button', { name: 'Let in, pay later' });
  isPaid = true;
  expect(await within(await result()).findByText('Checked in', {}, { timeout: 9_000 })).toBeTruthy();
  expect(calls(SCAN).map(({ body }) => body?.['seen_version'])).toEqual([null, null]);
}, 15_000);

test('a booking that is moved after its pass was read is let in only once its new place is shown', async () => {
  const court = { id: 22, number: 2, name: 'Court 2', type: 'OUTDOOR' as const };
  const moved = { ...due, version: 4, court, due_paise: 95_000 };
  let isMoved = false;
  const { user, calls } = open(
    {
      [BOARD]: () =>
        sampleBoard({
          version: isMoved ? 'v2' : 'v1',
          bookings: [sampleBoardBooking({ order: due.order, court: isMoved ? 22 : 23, version: isMoved ? 4 : 3 })],
        }),
      [SCAN]: ({ body }) => {
        if (!isMoved) return answer('due', { params: { amount_paise: 85_000 }, booking: due });
        return body?.['seen_version'] === 4
          ? answer('checked_in', { booking: { ...arrived, version: 5 } })
          : answer('moved', { params: { day: SAMPLE_DAY, minute: 1140, court: 'Court 2' }, booking: moved });
      },
      'GET /api/desk/bookings/{order}': () => (isMoved ? moved : due),
    },
    { ...sampleMe.permissions, 'payment.take': 'yes' },
  );
  await scan();
  await within(await result()).findByRole('button', { name: 'Take ₹850' });
  isMoved = true;
  await within(await result()).findByRole('button', { name: 'Take ₹950' }, { timeout: 9_000 });
  await user.click(within(await result()).getByRole('button', { name: 'Let in, pay later' }));
  expect(await within(await result()).findByText(/^Moved to Court 2, /)).toBeTruthy();
  await user.click(within(await result()).getByRole('button', { name: 'Let in, pay later' }));
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(calls(SCAN).map(({ body }) => body?.['seen_version'])).toEqual([null, 3, 4]);
}, 15_000);

test('the second press of a double click does not undo the check-in that the first one made', async () => {
  let isIn = false;
  const { user, calls } = open({
    [SCAN]: ({ body }) => {
      if (body?.['seen_version'] === null)
        return answer('over', { params: { at: sampleInstant(1098) }, booking: paid });
      isIn = true;
      return answer('checked_in', { booking: arrived });
    },
    'GET /api/desk/bookings/{order}': () => (isIn ? arrived : paid),
    [ATTENDANCE]: () => ({ ...paid, version: 5 }),
  });
  await scan();
  await user.click(await within(await result()).findByRole('button', { name: 'Check in' }));
  const undo = await within(await result()).findByRole('button', { name: 'Undo' });
  fireEvent.click(undo, { detail: 2 });
  expect(undo.getAttribute('aria-busy')).toBeNull();
  expect(calls(ATTENDANCE)).toEqual([]);
  await user.click(undo);
  await waitFor(() => expect(calls(ATTENDANCE)).toHaveLength(1));
});

test('outcomes have sentences of their own', async () => {
  const at = sampleInstant(1098);
  const cases: [ScanAnswer, string][] = [
    [answer('already_in', { params: { at, by: 'Kiran Joshi' } }), 'Already in at 6:18 PM, by Kiran Joshi'],
    [answer('wrong_day', { params: { day: '2026-11-21', minute: 1140, court: 'Court 3' } }), 'For Sat 21 Nov, 7:00 PM'],
    [answer('too_early', { params: { at } }), 'Too early: check-in begins at 6:18 PM'],
    [answer('over', { params: { at } }), 'Over since 6:18 PM'],
    [
      answer('moved', { params: { day: SAMPLE_DAY, minute: 1200, court: 'Court 5' } }),
      'Moved to Court 5, Sun 22 Nov, 8:00 PM',
    ],
    [answer('cancelled', { params: { at } }), 'This booking was cancelled'],
    [answer('day_closed'), 'The day of this booking is closed'],
    [answer('other_venue', { params: { venue: 'Old Mill' } }), 'For another venue: Old Mill'],
    [answer('unknown_booking'), 'Real pass, and no such booking'],
    [answer('not_a_pass'), 'This is not a pass'],
    [answer('unknown_key'), 'Signed with a key that is not known here'],
    [answer('wrong_signature'), 'Not a pass of ours'],
  ];
  let next = 0;
  open({ [SCAN]: () => cases[next]?.[0] ?? answer('not_a_pass') });
  for (const [index, [, sentence]] of cases.entries()) {
    next = index;
    await scan(`${PASS}${index}`);
    expect(await within(await result()).findByText(sentence)).toBeTruthy();
  }
});

test('without a network this device verifies the pass, and does not say that the server recorded it', async () => {
  const { calls } = open({
    [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ order: ORDER, court: 21, minute: 1140 })] }),
    [SCAN]: () => 'no network',
  });
  await scan();
  // The pass names a court that this board does not have: the booking was moved.
  expect(await within(await result()).findByText('Moved to Court 1, Sun 22 Nov, 7:00 PM')).toBeTruthy();
  expect(within(await result()).getByText(/Nothing was noted here/)).toBeTruthy();
  await scan(PASS.replace('.3.', '.4.'));
  expect(await within(await result()).findByText('Not a pass of ours')).toBeTruthy();
  expect(calls(SCAN)).toHaveLength(2);
});

test('after a lost answer the scan is sent again with the same key', async () => {
  let isLost = true;
  const { calls } = open({ [SCAN]: () => (isLost ? 'no network' : answer('checked_in', { booking: arrived })) });
  await scan();
  await within(await result()).findByText(/Nothing was noted here/);
  isLost = false;
  vi.setSystemTime(sampleInstant(1105));
  scanLater();
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  const [first, second] = calls(SCAN);
  expect(second?.key).toBe(first?.key);
});

test('a scan without an answer stays unknown while the server is busy, and is sent again with the same key', async () => {
  let sent = 0;
  const { user, calls } = open({
    [SCAN]: () => {
      sent += 1;
      if (sent === 1) return 'no network';
      return sent === 2 ? [429, problem('throttled')] : answer('checked_in', { booking: arrived });
    },
  });
  await scan();
  await within(await result()).findByText(/Nothing was noted here/);
  scanLater();
  expect(await within(await result()).findByText(failureTexts.unknownOutcome)).toBeTruthy();
  await user.click(within(await result()).getByRole('button', { name: 'Try again' }));
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(calls(SCAN)).toHaveLength(3);
  expect(new Set(calls(SCAN).map(({ key }) => key)).size).toBe(1);
});

test('a refusal is shown and can be tried again', async () => {
  let fails = true;
  const { user } = open({
    [SCAN]: () => (fails ? [429, problem('throttled')] : answer('checked_in', { booking: arrived })),
  });
  await scan();
  await within(await result()).findByText(/Too many tries/);
  fails = false;
  await user.click(within(await result()).getByRole('button', { name: 'Try again' }));
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
});

test('a tick checks a player in, arrow keys and I do the same, and Z is offered to undo it', async () => {
  const bookings = [
    sampleBoardBooking(),
    sampleBoardBooking({ order: '5', court: 21, name: 'Asha Patel', due_paise: 85_000, version: 2 }),
  ];
  const { user, calls } = open({
    [BOARD]: () => sampleBoard({ bookings }),
    [ATTENDANCE]: ({ params }) => sampleBooking({ order: params['order'] ?? '', version: 8, attendance: 'arrived' }),
  });
  const rows = within((await ready()).closest('section')!);
  expect(rows.getByText('2 games, 0 here')).toBeTruthy();
  expect(rows.getByText('₹850 due')).toBeTruthy();
  // The browser scrolls to the end by this key.
  await user.keyboard('{Meta>}{ArrowDown}{/Meta}');
  expect(document.activeElement?.hasAttribute('aria-label')).toBe(false);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Check in Asha Patel, Court 1');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Check in Rohan Mehta, Court 3');
  await user.keyboard('i');
  await waitFor(() => expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['4820193756']));
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('Rohan Mehta (Court 3, 7 PM) is checked in.'));
  expect(toasts().at(-1)?.action?.key).toBe('Z');
  await user.click(rows.getByRole('button', { name: 'Check in Asha Patel, Court 1' }));
  await waitFor(() => expect(calls(ATTENDANCE).at(-1)?.params['order']).toBe('5'));
});

test('a key checks in the player whose name has the focus', async () => {
  const bookings = [sampleBoardBooking(), sampleBoardBooking({ order: '5', court: 21, name: 'Asha Patel' })];
  const { user, calls } = open({
    [BOARD]: () => sampleBoard({ bookings }),
    [ATTENDANCE]: ({ params }) => sampleBooking({ order: params['order'] ?? '', version: 8, attendance: 'arrived' }),
  });
  const rows = within((await ready()).closest('section')!);
  act(() => rows.getByRole('link', { name: /^Rohan Mehta/ }).focus());
  await user.keyboard('i');
  await waitFor(() => expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['4820193756']));
});

test('a second press of the key at a name checks in no other player', async () => {
  const slow = deferred<void>();
  const bookings = [sampleBoardBooking(), sampleBoardBooking({ order: '5', court: 21, name: 'Asha Patel' })];
  const { user, calls } = open({
    [BOARD]: () => sampleBoard({ bookings }),
    [ATTENDANCE]: async ({ params }) => {
      await slow.promise;
      return sampleBooking({ order: params['order'] ?? '', version: 8, attendance: 'arrived' });
    },
  });
  const rows = within((await ready()).closest('section')!);
  const name = rows.getByRole('link', { name: /^Rohan Mehta/ });
  act(() => name.focus());
  await user.keyboard('ii');
  slow.resolve();
  await waitFor(() => expect(toasts().map(({ text }) => text)).toEqual(['Rohan Mehta (Court 3, 7 PM) is checked in.']));
  expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['4820193756']);
  expect(document.activeElement).toBe(name);
});

test('an Enter that is held on a tick checks in no player after its own', async () => {
  const bookings = [sampleBoardBooking(), sampleBoardBooking({ order: '5', court: 21, name: 'Asha Patel' })];
  const { user, calls } = open({
    [BOARD]: () => sampleBoard({ bookings }),
    [ATTENDANCE]: ({ params }) => sampleBooking({ order: params['order'] ?? '', version: 8, attendance: 'arrived' }),
  });
  const tick = await screen.findByRole('button', { name: 'Check in Asha Patel, Court 1' });
  act(() => tick.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['5']));
  const next = screen.getByRole('button', { name: 'Check in Rohan Mehta, Court 3' });
  expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true }), 'the browser presses the button').toBe(false);
  expect(fireEvent.keyDown(next, { key: 'Enter' }), 'the browser presses the button').toBe(true);
});

test('players are ticked one after another without waiting for the server, and a refusal is at its row', async () => {
  const slow = deferred<void>();
  const bookings = [
    sampleBoardBooking({ order: '1' }),
    sampleBoardBooking({ order: '2', court: 21, name: 'Asha Patel' }),
  ];
  const { user, calls } = open({
    [BOARD]: () => sampleBoard({ bookings }),
    [ATTENDANCE]: async ({ params }) => {
      await slow.promise;
      if (params['order'] === '2') return [409, problem('day_closed')];
      return sampleBooking({ order: '1', version: 8, attendance: 'arrived' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Check in Rohan Mehta, Court 3' }));
  const other = screen.getByRole('button', { name: 'Check in Asha Patel, Court 1' });
  await user.click(other);
  await waitFor(() => expect(calls(ATTENDANCE).map(({ params }) => params['order'])).toEqual(['1', '2']));
  slow.resolve();
  await waitFor(() => expect(within(other.closest('li')!).getByRole('alert').textContent).toMatch(/day is closed/));
});

test('the list says which players are late, which did not come, and since when the others are in', async () => {
  const bookings = [
    sampleBoardBooking({ minute: 1080, order: '1', due_paise: 85_000 }),
    sampleBoardBooking({ minute: 1080, order: '2', court: 21, name: 'Asha Patel', attendance: 'absent' }),
    sampleBoardBooking({
      minute: 1080,
      order: '3',
      court: 22,
      name: 'Meera Shah',
      attendance: 'arrived',
      attendance_at: sampleInstant(1078),
    }),
  ];
  open({ [BOARD]: () => sampleBoard({ bookings }) });
  await screen.findByRole('heading', { level: 3, name: '6 PM' });
  expect(screen.getByText('24 min late, ₹850 due')).toBeTruthy();
  expect(screen.getByText('No-show')).toBeTruthy();
  expect(screen.getByText('In since 5:58')).toBeTruthy();
});

test('before midnight the games of the first hour of the next day are expected, and open on their day', async () => {
  const now = sampleInstant(1405);
  vi.setSystemTime(now);
  const next = sampleBoard({
    now,
    day: '2026-11-23',
    starts: [{ minute: 0, at: sampleInstant(1440) }],
    bookings: [sampleBoardBooking({ minute: 0 })],
  });
  open({ [BOARD]: ({ query }) => (query.get('day') === '2026-11-23' ? next : sampleBoard({ now })) });
  await screen.findByRole('heading', { level: 3, name: '12 AM' });
  expect(screen.getByRole('button', { name: 'Check in Rohan Mehta, Court 3' })).toBeTruthy();
  const href = screen.getByRole('link', { name: /^Rohan Mehta/ }).getAttribute('href') ?? '';
  expect(new URLSearchParams(href.split('?')[1]).get('day')).toContain('2026-11-23');
});

test('a game whose check-in has not begun has no tick, and says when it begins', async () => {
  const business = { ...sampleMe.business, check_in_minutes: 20 };
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, business }) });
  const text = await screen.findByText('Paid, Too early: check-in begins at 6:40 PM');
  // Not cut off on a phone, where it is longer than a line.
  expect(text.className).not.toContain('truncate');
  expect(screen.queryByRole('button', { name: 'Check in Rohan Mehta, Court 3' })).toBeNull();
});

test('a number finds a booking of the day, which a tick checks in; a pasted pass is a scan', async () => {
  const { user, calls } = open({
    [SCAN]: () => answer('checked_in', { booking: arrived }),
    [ATTENDANCE]: () => arrived,
    'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [] }),
  });
  await ready();
  const field = screen.getByLabelText('Booking number or phone');
  await user.type(field, '3756');
  const found = await screen.findByRole('list', { name: 'Found' });
  await user.click(within(found).getByRole('button', { name: 'Check in Rohan Mehta, Court 3' }));
  await waitFor(() => expect(calls(ATTENDANCE)).toHaveLength(1));
  await user.clear(field);
  await user.type(field, '0000');
  expect(
    await screen.findByText('Nothing found for 0000. Type the whole number to search other days too.'),
  ).toBeTruthy();
  await user.clear(field);
  await user.type(field, '4071553903');
  expect(await screen.findByText(/^No booking .* 4071553903, and no player .* plays there today/)).toBeTruthy();
  await user.clear(field);
  await user.click(field);
  await user.paste(PASS);
  await user.keyboard('{Enter}');
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
});

test('a found booking that cannot be checked in here says that it is cancelled or at another venue', async () => {
  const venues = [...sampleMe.venues, { id: 2, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false }];
  const found = {
    order: '5550003756',
    day: SAMPLE_DAY,
    minute: 1140,
    court: 21,
    court_name: 'Court 1',
    venue: 1,
    name: 'Asha Patel',
    phone_tail: '0042',
    status: 'cancelled',
    due_paise: 0,
  } as const;
  const { user } = open({
    'GET /api/desk/me': () => ({ ...sampleMe, venues }),
    'GET /api/desk/find': () => ({
      bookings: [found, { ...found, order: '5550013756', venue: 2, status: 'confirmed' }],
      more_players: false,
      players: [],
    }),
  });
  await ready();
  await user.type(screen.getByLabelText('Booking number or phone'), '3756');
  expect(await screen.findByText('Cancelled, Sun 22 Nov, Court 1, 7:00 PM')).toBeTruthy();
  expect(screen.getByText('Sun 22 Nov, Court 1, 7:00 PM, Old Mill')).toBeTruthy();
});

test('a found booking of another year has its year', async () => {
  const found = {
    order: '5550003756',
    day: '2025-11-22',
    minute: 1140,
    court: 21,
    court_name: 'Court 1',
    venue: 1,
    name: 'Asha Patel',
    phone_tail: '0042',
    status: 'completed',
    due_paise: 0,
  } as const;
  const { user } = open({
    'GET /api/desk/find': () => ({ bookings: [found], more_players: false, players: [] }),
  });
  await ready();
  await user.type(screen.getByLabelText('Booking number or phone'), found.order);
  expect(await screen.findByText('Sat, 22 Nov 2025, Court 1, 7:00 PM')).toBeTruthy();
});

test('a screen reader is told how many bookings a search found', async () => {
  const { user } = open({ 'GET /api/desk/find': () => ({ bookings: [], more_players: false, players: [] }) });
  await ready();
  const field = screen.getByLabelText('Booking number or phone');
  await user.type(field, '3756');
  const told = await screen.findByText('1 found');
  expect(told.getAttribute('role')).toBe('status');
  await user.clear(field);
  await waitFor(() => expect(told.textContent).toBe(''));
});

test('without the server a whole phone finds the booking by the last digits, which the board has', async () => {
  const { user } = open();
  await ready();
  loseServer();
  await user.type(screen.getByLabelText('Booking number or phone'), '98250 41736');
  const found = await screen.findByRole('list', { name: 'Found' });
  expect(within(found).getByRole('button', { name: 'Check in Rohan Mehta, Court 3' })).toBeTruthy();
});

test('a retired venue without open games is told from a venue of others', async () => {
  const past_venues = sampleMe.venues.map((venue) => ({ ...venue, is_retired: true }));
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, venues: [], past_venues }) });
  expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeTruthy();
});

test('a booking at a venue that has no board any more is named without a link', async () => {
  const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  const past = {
    order: '5550003756',
    day: '2026-03-15',
    minute: 1140,
    court: 21,
    court_name: 'Court 1',
    venue: 3,
    name: 'Asha Patel',
    phone_tail: '0042',
    status: 'cancelled',
    due_paise: 0,
  } as const;
  const scanned = { ...paid, venue: 3, day: '2026-03-15' };
  const { user } = open({
    'GET /api/desk/me': () => ({ ...sampleMe, past_venues: [oldMill] }),
    'GET /api/desk/find': () => ({ bookings: [past], more_players: false, players: [] }),
    [SCAN]: () => answer('other_venue', { params: { venue: 'Old Mill' }, booking: scanned }),
  });
  await ready();
  await user.type(screen.getByLabelText('Booking number or phone'), '5550003756');
  const named = await screen.findByText('Cancelled, Sun 15 Mar, Court 1, 7:00 PM, Old Mill');
  expect(named.closest('a')).toBeNull();
  await scan();
  expect(await within(await result()).findByText('For another venue: Old Mill')).toBeTruthy();
  expect(within(await result()).getByText('Sun 15 Mar, Paid')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open the booking' })).toBeNull();
});

test('without an answer the search says where it has looked, and a search that failed is tried again', async () => {
  let fails = true;
  const { user } = open({
    'GET /api/desk/find': () =>
      fails ? [403, problem('other_origin')] : { bookings: [], more_players: false, players: [] },
  });
  await ready();
  await user.type(screen.getByLabelText('Booking number or phone'), '0000');
  await screen.findByText('The search did not work');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(
    await screen.findByText('Nothing found for 0000. Type the whole number to search other days too.'),
  ).toBeTruthy();
  loseServer();
  expect(
    await screen.findByText('Nothing for 0000 on the board of this device. Other days need the server.'),
  ).toBeTruthy();
});

test('the camera starts only after a press, and the screen says why it does not start', async () => {
  const getUserMedia = vi.fn();
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }));
  const { user } = open();
  await ready();
  expect(getUserMedia).not.toHaveBeenCalled();
  const reasons: [string, RegExp][] = [
    ['NotAllowedError', /may not use the camera/],
    ['NotFoundError', /has no camera/],
    ['NotReadableError', /Another app uses the camera/],
    ['TypeError', /The camera did not start/],
  ];
  for (const [name, sentence] of reasons) {
    getUserMedia.mockRejectedValueOnce(new DOMException('no', name));
    await user.click(screen.getByRole('button', { name: 'Start the camera' }));
    expect(await screen.findByText(sentence)).toBeTruthy();
  }
});

test('if no player is expected, the list says when the next game begins', async () => {
  open({ [BOARD]: () => sampleBoard({ bookings: [sampleBoardBooking({ minute: 1260 })] }) });
  expect(
    await screen.findByText('No player is expected in this and the next hour. The next game begins at 9 PM.'),
  ).toBeTruthy();
});

test('the sounds are switched off on this device', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Sounds', pressed: true }));
  expect(screen.getByRole('button', { name: 'Sounds', pressed: false })).toBeTruthy();
  expect(localStorage.getItem('desk_sounds')).toBe('off');
  await user.click(screen.getByRole('button', { name: 'Sounds', pressed: false }));
});

test('arrivals that did not load are loaded again by a button', async () => {
  let fails = true;
  const { user } = open({ [BOARD]: () => (fails ? [403, problem('not_allowed')] : sampleBoard()) });
  expect(await screen.findByText('The arrivals did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/No player is expected/)).toBeTruthy();
});

test('after this device noted an arrival that got no answer, a copy of the pass is a scan of its own and already in', async () => {
  stubIndexedDb();
  const bookings = [sampleBoardBooking({ order: ORDER, court: 3, name: 'Meera Shah' })];
  // The server checks the first scan in, and replays that to each call with its key.
  const { calls } = open({
    [BOARD]: () => boardOfCourt3({ bookings }),
    [SCAN]: ({ key }) => {
      const [first, ...others] = calls(SCAN);
      if (others.length === 0) return 'no network';
      if (key === first?.key) return answer('checked_in', { booking: arrived });
      return answer('already_in', { params: { at: sampleInstant(1104), by: 'Nisha Trivedi' }, booking: arrived });
    },
  });
  await scan();
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(within(await result()).getByText(/noted on this device/)).toBeTruthy();
  scanLater();
  expect(await within(await result()).findByText('Already in at 6:24 PM, by Nisha Trivedi')).toBeTruthy();
  expect(calls(SCAN)).toHaveLength(2);
});

test('without the server a copy of a pass that is not on the board is already in, and is not let in again', async () => {
  stubIndexedDb();
  const bookings = [sampleBoardBooking({ court: 3, minute: 1080 })];
  const { calls } = open({
    [BOARD]: () => boardOfCourt3({ bookings }),
  });
  await screen.findByRole('heading', { level: 3, name: '6 PM' });
  loseServer();
  act(() => reportScan(PASS));
  expect(await within(await result()).findByText('Real pass, not on this list')).toBeTruthy();
  expect(within(await result()).getByText(/noted on this device/)).toBeTruthy();
  scanLater();
  expect(await within(await result()).findByText('Already in at 6:24 PM')).toBeTruthy();
  expect(queueStore.get().map(({ what }) => what.kind)).toEqual(['scan']);
  expect(calls(SCAN)).toEqual([]);
});

test('without the server a pass of a game that is over is let in by the clerk only, and an early one not at all', async () => {
  stubIndexedDb();
  const bookings = [sampleBoardBooking({ order: ORDER, court: 3 })];
  const { user } = open({ [BOARD]: () => boardOfCourt3({ bookings }) });
  await ready();
  loseServer();
  vi.setSystemTime(sampleInstant(900));
  act(() => reportScan(PASS));
  expect(await within(await result()).findByText('Too early: check-in begins at 4:00 PM')).toBeTruthy();
  expect(within(await result()).queryByRole('button', { name: 'Check in' })).toBeNull();

  vi.setSystemTime(sampleInstant(1260));
  scanLater();
  expect(await within(await result()).findByText('Over since 8:00 PM')).toBeTruthy();
  expect(queueStore.get()).toEqual([]);
  await user.click(within(await result()).getByRole('button', { name: 'Check in' }));
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(queueStore.get().map(({ what }) => what.kind)).toEqual(['scan']);
});

test('without the server the clerk decides about a pass whose court and hour are another booking on the board', async () => {
  stubIndexedDb();
  const { user } = open({
    [BOARD]: () => boardOfCourt3({ bookings: [sampleBoardBooking({ court: 3 })] }),
  });
  await ready();
  loseServer();
  act(() => reportScan(PASS));
  expect(await within(await result()).findByText('Another booking has Court 3, 7:00 PM')).toBeTruthy();
  expect(within(await result()).queryByText(/Let them in/)).toBeNull();
  expect(within(await result()).getByText(/Nothing was noted here/)).toBeTruthy();
  expect(queueStore.get()).toEqual([]);
  await user.click(within(await result()).getByRole('button', { name: 'Check in' }));
  expect(await within(await result()).findByText('Real pass, not on this list')).toBeTruthy();
  expect(queueStore.get().map(({ what, order }) => [what.kind, order])).toEqual([['scan', ORDER]]);
});

test('while the server is away, a tick and a pass that owes money are written down and shown as not sent', async () => {
  stubIndexedDb();
  const bookings = [
    sampleBoardBooking({ court: 3 }),
    sampleBoardBooking({ order: ORDER, court: 3, name: 'Meera Shah', due_paise: 85_000 }),
  ];
  const permissions = { ...sampleMe.permissions, 'payment.take': 'yes' };
  const { user, calls } = open({ [BOARD]: () => boardOfCourt3({ bookings }) }, permissions);
  const tick = await screen.findByRole('button', { name: 'Check in Rohan Mehta, Court 3' });
  loseServer();
  await user.click(tick);
  expect(await screen.findByText(/Not sent yet/, { selector: 'strong' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check in Rohan Mehta, Court 3' })).toBeNull();

  await scan();
  await user.click(await within(await result()).findByRole('button', { name: 'Take ₹850' }));
  await user.click(await within(await result()).findByRole('button', { name: 'Note ₹850 in cash' }));
  expect(await within(await result()).findByText('Checked in')).toBeTruthy();
  expect(within(await result()).getByText(/noted on this device/)).toBeTruthy();
  const kinds = queueStore.get().map(({ what }) => what.kind);
  expect(kinds).toEqual(['attendance', 'payment', 'scan']);
  expect([...calls(ATTENDANCE), ...calls(SCAN)]).toEqual([]);
});
