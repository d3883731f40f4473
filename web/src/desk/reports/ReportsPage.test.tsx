import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import { reportsSearch } from '@/desk/lib/search';
import { freeHoursText } from './PrimeHours';
import type { Figure, Figures, FiguresOf, Rate, Report, ReportRow } from './report';
import { ReportsPage } from './ReportsPage';

const saved = vi.hoisted(() => vi.fn());
vi.mock('@/lib/save-file', () => ({ saveFile: saved }));

const rate = (part: number, whole: number, before: number | null = null): Rate => {
  const tenths = whole === 0 ? null : Math.round((part * 1_000) / whole);
  const points = tenths === null || before === null ? null : tenths - before;
  return { part, whole, tenths, before_tenths: before, points_tenths: points };
};
const figure = (value: number, before: number | null = null): Figure => ({
  value,
  before,
  change_tenths: before === null || before === 0 ? null : Math.round(((value - before) * 1_000) / before),
});
const occupancy = (changes: Partial<FiguresOf<'occupancy'>> = {}): FiguresOf<'occupancy'> => ({
  report: 'occupancy',
  sold: rate(159, 300, 470),
  sold_minutes: figure(159 * 60, 141 * 60),
  bookings: figure(159, 141),
  worth_paise: figure(12_720_000, 11_280_000),
  cells: [
    { weekday: 0, hour: 18, sold: rate(51, 60, 700), trend: 'up' },
    { weekday: 0, hour: 19, sold: rate(8, 60, 300), trend: 'down' },
    { weekday: 5, hour: 18, sold: rate(57, 60, 950), trend: 'same' },
  ],
  days: [rate(59, 120), rate(0, 0), rate(0, 0), rate(0, 0), rate(0, 0), rate(57, 60), rate(0, 0)],
  prime_from_hour: 17,
  prime_until_hour: 22,
  closed: [{ reason: 'Rain', minutes: 4_260 }],
  ...changes,
});
const money = (net: number, movements: number) => ({
  taken_paise: net,
  returned_paise: 0,
  net_paise: figure(net, net),
  movements,
});
const revenue = (): FiguresOf<'revenue'> => ({
  report: 'revenue',
  net_paise: figure(80_000),
  taken_paise: figure(80_000),
  returned_paise: figure(0),
  movements: figure(2),
  ways: [
    { way: 'cash', money: money(50_000, 1) },
    { way: 'card', money: money(30_000, 1) },
  ],
  sources: [{ source: 'app', money: money(80_000, 2) }],
  people: [{ id: '12', name: 'Nisha Trivedi', money: money(80_000, 2) }],
});
const cancellations = (): FiguresOf<'cancellations'> => ({
  report: 'cancellations',
  bookings: figure(0),
  minutes: figure(0),
  price_paise: figure(0),
  sold_again: rate(0, 0),
  sold_again_bookings: figure(0),
  leads: [],
  by: [],
});
const prime = (): FiguresOf<'prime_hours'> => ({
  report: 'prime_hours',
  prime_from_hour: 17,
  prime_until_hour: 22,
  courts: 12,
  free: 3,
  slots: 24,
  worth_paise: 300_000,
  hours: [
    { day: '2026-11-23', minute: 1_020, free: 0, worth_paise: 0, usual_tenths: 540 },
    { day: '2026-11-23', minute: 1_260, free: 3, worth_paise: 300_000, usual_tenths: 610 },
  ],
});
const figuresOf: Record<string, () => Figures> = {
  occupancy,
  revenue,
  'no-shows': () => ({ report: 'no_shows', missed: rate(51, 2_412, 29), leads: [], hows: [] }),
  cancellations,
  coupons: () => ({
    report: 'coupons',
    bookings: figure(0),
    discount_paise: figure(0),
    price_paise: figure(0),
    new_players: figure(0),
    coupons: [],
  }),
  'prime-hours': prime,
};
const report = (figures: Figures, changes: Partial<Report> = {}): Report => ({
  venue: 1,
  period: { from: '2026-10-26', to: '2026-11-22' },
  before: { from: '2026-09-28', to: '2026-10-25' },
  own_shift: null,
  figures,
  ...changes,
});
const row: ReportRow = {
  order: '4820193756',
  day: '2026-11-16',
  minute: 1_080,
  court_name: 'Court 3',
  name: 'Rohan Mehta',
  amount_paise: 80_000,
  status: 'confirmed',
  money: null,
  at: null,
  bookings: 1,
};

beforeEach(() => {
  localStorage.clear();
  saved.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(at: string, replies: DeskReplies = {}) {
  const permissions = { ...sampleMe.permissions, 'report.read': 'yes', 'export.csv': 'yes' };
  const log = serveDesk({
    'GET /api/desk/me': () => ({ ...sampleMe, permissions }),
    'GET /api/desk/reports/{name}': ({ params }) => report(figuresOf[params['name'] ?? '']?.() ?? occupancy()),
    'GET /api/desk/reports/{name}/bookings': () => ({ count: 1, amount_paise: 80_000, rows: [row], next: null }),
    ...replies,
  });
  return {
    ...renderScreen({ path: '/reports/{-$name}', at, component: withMe(ReportsPage), search: reportsSearch }),
    log,
  };
}

const cellAt = (name: RegExp) => screen.findByRole('button', { name });

test('the heat map names each hour in words, and the arrows skip hours that are not open', async () => {
  const { user } = open('/reports/occupancy?from=2026-10-26&to=2026-11-22');
  const monday = await cellAt(/^Mon, 6 PM: 85 % of 1 open hour sold, clearly more than before$/);
  expect(screen.getByRole('columnheader', { name: '7 PM' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: 'Sat' })).toBeTruthy();
  expect(await cellAt(/^Mon, 7 PM: 13 % .* clearly less than before$/)).toBeTruthy();
  expect(screen.getByText('Closed hours are not counted: Rain 71 h')).toBeTruthy();
  monday.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await cellAt(/^Sat, 6 PM: 95 %/));
  await user.keyboard('{ArrowUp}{ArrowRight}');
  expect(document.activeElement).toBe(await cellAt(/^Mon, 7 PM/));
  expect(monday.tabIndex).toBe(-1);
});

test('figures show how they differ from the period before', async () => {
  open('/reports/occupancy?from=2026-10-26&to=2026-11-22');
  const numbers = await screen.findByText('53 %');
  expect(numbers.closest('div')?.textContent).toContain('+6 points');
  expect(screen.getAllByText('13 % more than before')).toHaveLength(3);
  expect(screen.getByText(/^Compared with 28 Sep.* – 25 Oct/)).toBeTruthy();
});

test('a figure keeps the focus when the report is read again, also if the open hours have changed', async () => {
  let figures = occupancy();
  const { queryClient } = open('/reports/occupancy?from=2026-10-26&to=2026-11-22', {
    'GET /api/desk/reports/{name}': () => report(figures),
  });
  const sold = await screen.findByRole('button', { name: '53 %' });
  sold.focus();
  figures = occupancy({ sold: rate(159, 360, 470) });
  await queryClient.refetchQueries({ queryKey: ['report'] });
  expect(await screen.findByRole('button', { name: '44 %' })).toBe(sold);
  expect(document.activeElement).toBe(sold);
});

test('without a network a report says from when it is, and other days say that they are not read', async () => {
  vi.setSystemTime('2026-11-22T12:54:00Z');
  const { user } = open('/reports/revenue');
  await screen.findByText('Taken less given back');
  goOffline();
  expect(await screen.findByText('Not connected, as of 6:24 PM')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Week' }));
  expect(await screen.findByText('Not connected. Reports are read from the server.')).toBeTruthy();
  expect(screen.queryByText(/as of/)).toBeNull();
});

test('without a network a report that was read the day before names that day', async () => {
  vi.setSystemTime('2026-11-22T12:54:00Z');
  const { queryClient } = open('/reports/revenue');
  await screen.findByText('Taken less given back');
  const updatedAt = Date.parse('2026-11-21T12:54:00Z');
  act(() => void queryClient.setQueriesData({ queryKey: ['report'] }, (data) => data, { updatedAt }));
  goOffline();
  expect(await screen.findByText('Not connected, as of Sat 21 Nov, 6:24 PM')).toBeTruthy();
});

test('one hour, one booking and one point are written in the singular', async () => {
  const one: Record<string, Figures> = {
    occupancy: occupancy({ sold: rate(30, 60, 490) }),
    'no-shows': { report: 'no_shows', missed: rate(1, 1, 990), leads: [], hows: [] },
    cancellations: { ...cancellations(), sold_again: rate(30, 60) },
  };
  const replies: DeskReplies = {
    'GET /api/desk/reports/{name}': ({ params: { name = '' } }) => report(one[name] ?? revenue()),
  };
  open('/reports/occupancy', replies);
  expect((await screen.findByText('Sold of 1 open hour')).closest('div')?.textContent).toContain(
    '+1 point1 point more',
  );
  open('/reports/no-shows', replies);
  expect(await screen.findByText('Missed of 1 booking')).toBeTruthy();
  open('/reports/cancellations', replies);
  expect(await screen.findByText('Sold again of 1 hour')).toBeTruthy();
});

test('the button of a figure is described by what it counts', async () => {
  open('/reports/cancellations');
  expect(await screen.findByRole('button', { description: 'Hours cancelled' })).toBeTruthy();
});

test('the line of the period before is explained where bars have one', async () => {
  open('/reports/revenue?from=2026-10-26&to=2026-11-22');
  expect(await screen.findByText(/^Compared with .* The line is the period before\.$/)).toBeTruthy();
  open('/reports/coupons?from=2026-10-26&to=2026-11-22');
  expect((await screen.findByText(/^Compared with/)).textContent).not.toContain('line');
});

test('a week without prime hours says that none is free, not that all are booked', async () => {
  open('/reports/prime-hours', {
    'GET /api/desk/reports/{name}': () => report({ ...prime(), free: 0, slots: 0, worth_paise: 0, hours: [] }),
  });
  expect(await screen.findByText('No prime hour is free.')).toBeTruthy();
});

test('an hour opens the list of its bookings, which link to the board', async () => {
  const { user, place, log } = open('/reports/occupancy?from=2026-10-26&to=2026-11-22');
  await user.click(await cellAt(/^Mon, 6 PM/));
  const list = await screen.findByRole('dialog', { name: 'Occupancy: Mon, 6 PM' });
  const link = await within(list).findByRole('link', { name: /Rohan Mehta.*Mon 16 Nov, 6:00 PM, Court 3.*Booked/ });
  expect(link.getAttribute('href')).toBe('/v/1/board?day=2026-11-16&open=4820193756');
  expect(within(list).getByRole('status').textContent).toBe('1 booking · ₹800');
  expect(place()).toContain('behind=weekday.0%2Chour.18');
  const asked = log.find(({ call }) => call === 'GET /api/desk/reports/{name}/bookings');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    venue: '1',
    from: '2026-10-26',
    to: '2026-11-22',
    weekday: '0',
    hour: '18',
  });
});

test('a list that could not be read again is read again by its button', async () => {
  let fails = false;
  let rows = [row];
  const { user, queryClient } = open('/reports/occupancy?from=2026-10-26&to=2026-11-22&behind=all', {
    'GET /api/desk/reports/{name}/bookings': () =>
      fails ? [503, problem('unavailable')] : { count: rows.length, amount_paise: 80_000, rows, next: null },
  });
  const list = within(await screen.findByRole('dialog', { name: 'Occupancy' }));
  expect(await list.findAllByRole('link')).toHaveLength(1);
  fails = true;
  await queryClient.refetchQueries({ queryKey: ['report-bookings'] });
  expect(await list.findByText('The bookings did not load')).toBeTruthy();
  fails = false;
  rows = [row, { ...row, order: '4820193757' }];
  await user.click(list.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(2));
});

test('a list of payments and refunds is not called one of bookings, also if it did not load', async () => {
  let fails = true;
  const { user } = open('/reports/revenue?from=2026-10-26&to=2026-11-22&behind=all', {
    'GET /api/desk/reports/{name}/bookings': () =>
      fails ? [503, problem('unavailable')] : { count: 1, amount_paise: 80_000, rows: [row], next: null },
  });
  const list = within(await screen.findByRole('dialog', { name: 'Revenue' }));
  expect(await list.findByText('The payments and refunds did not load')).toBeTruthy();
  fails = false;
  await user.click(list.getByRole('button', { name: 'Try again' }));
  expect(await list.findByRole('list', { name: 'The payments and refunds behind it' })).toBeTruthy();
});

test('a page that failed to load says so below the list, and after the last one its title has the focus', async () => {
  let fails = true;
  const { user } = open('/reports/occupancy?from=2026-10-26&to=2026-11-22&behind=all', {
    'GET /api/desk/reports/{name}/bookings': ({ query }) =>
      fails && query.has('after')
        ? [503, problem('unavailable')]
        : query.has('after')
          ? { count: 2, amount_paise: 80_000, rows: [{ ...row, order: '4820193757' }], next: null }
          : { count: 2, amount_paise: 80_000, rows: [row], next: '4820193756' },
  });
  const list = within(await screen.findByRole('dialog', { name: 'Occupancy' }));
  await user.click(await list.findByRole('button', { name: 'Show more' }));
  const failure = await list.findByRole('alert');
  const rows = list.getByRole('list');
  expect(rows.compareDocumentPosition(failure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  fails = false;
  await user.click(list.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('heading', { name: 'Occupancy' })));
});

test('the list of the money of a person who is no longer known says so in its title', async () => {
  open('/reports/revenue?from=2026-10-26&to=2026-11-22&behind=person.12', {
    'GET /api/desk/reports/{name}': () =>
      report({ ...revenue(), people: [{ id: '12', name: null, money: money(80_000, 2) }] }),
  });
  expect(await screen.findByRole('dialog', { name: 'Revenue: A person who is no longer known' })).toBeTruthy();
});

test('a key goes to the month before, and chosen days need a first and a last one', async () => {
  const { user, place } = open('/reports/revenue?from=2026-10-01&to=2026-10-31');
  expect(await screen.findByRole('button', { name: 'Month', pressed: true })).toBeTruthy();
  await user.keyboard('[[');
  await waitFor(() => expect(place()).toContain('from=2026-09-01&to=2026-09-30'));
  await user.click(screen.getByRole('button', { name: 'Days' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose the days' });
  await user.clear(within(dialog).getByLabelText('Last day'));
  await user.click(within(dialog).getByRole('button', { name: 'Show' }));
  expect(within(dialog).getByText('Choose both days.')).toBeTruthy();
});

test('what is wrong with chosen days is said at the day that is wrong', async () => {
  const { user } = open('/reports/revenue?from=2026-10-01&to=2026-10-31');
  await user.click(await screen.findByRole('button', { name: 'Days' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the days' }));
  const wrong = () =>
    ['First day', 'Last day'].filter((label) => dialog.getByLabelText(label).getAttribute('aria-invalid') === 'true');
  const first = dialog.getByLabelText('First day');
  await user.clear(first);
  await user.click(dialog.getByRole('button', { name: 'Show' }));
  expect(dialog.getByText('Choose both days.')).toBeTruthy();
  expect(wrong()).toEqual(['First day']);
  fireEvent.change(first, { target: { value: '0026-10-01' } });
  expect(dialog.getByText('Choose days from 2000 to 2199.')).toBeTruthy();
  expect(wrong()).toEqual(['First day']);
  fireEvent.change(first, { target: { value: '2026-11-01' } });
  expect(dialog.getByText('The last day is before the first one.')).toBeTruthy();
  expect(wrong()).toEqual(['Last day']);
});

test('a step of days right after the press of a tab is one of the report of that tab', async () => {
  const { place } = open('/reports/revenue?from=2026-10-26&to=2026-11-22');
  const tabs = within(await screen.findByRole('navigation', { name: 'Reports' }));
  // Nothing is rendered between two presses inside one `act`.
  act(() => {
    fireEvent.click(tabs.getByRole('link', { name: 'Cancellations' }));
    fireEvent.click(screen.getByRole('button', { name: 'The period before' }));
  });
  await waitFor(() => expect(place()).toMatch(/^\/reports\/cancellations\?.*from=2026-09-28&to=2026-10-25/));
});

test('on the 7th of a month the last week is a week, not the month so far', async () => {
  vi.setSystemTime('2026-11-07T12:00:00Z');
  const { user, place } = open('/reports/revenue');
  await user.click(await screen.findByRole('button', { name: 'Week' }));
  await waitFor(() => expect(place()).toContain('from=2026-11-01&to=2026-11-07&kind=week'));
  expect(screen.getByRole('button', { name: 'Week', pressed: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Month' }));
  await waitFor(() => expect(place()).not.toContain('kind='));
  expect(screen.getByRole('button', { name: 'Month', pressed: true })).toBeTruthy();
});

test('a part with the figures of another report says that they did not load, and loads them again', async () => {
  let fails = true;
  const { user } = open('/reports/occupancy', {
    'GET /api/desk/reports/{name}': ({ params: { name } }) =>
      name === 'no-shows' && fails ? [503, problem('unavailable')] : report(figuresOf[name ?? '']?.() ?? occupancy()),
  });
  const missed = (await screen.findByRole('heading', { name: 'No-shows' })).closest('section');
  if (missed === null) throw new Error('the card is missing');
  expect(await within(missed).findByText('The report did not load')).toBeTruthy();
  fails = false;
  await user.click(within(missed).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(within(missed).queryByText('The report did not load')).toBeNull());
});

test('a clerk reads what they took themselves, without the other reports and without a table', async () => {
  const me = { ...sampleMe, staff: { ...sampleMe.staff, role: 'desk' as const } };
  open('/reports/occupancy', {
    'GET /api/desk/me': () => ({ ...me, permissions: { 'report.read': 'yes' } }),
    'GET /api/desk/reports/{name}': () =>
      report(revenue(), { before: null, own_shift: { opened_at: '2026-11-22T06:30:00Z' } }),
  });
  expect(await screen.findByText('What you took and gave back yourself since Sun 22 Nov, 12:00 PM')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cash' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Occupancy' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
});

test('an empty period, a failed report and a missing permission each say so', async () => {
  open('/reports/coupons');
  expect(await screen.findByText('No coupon was used in this time.')).toBeTruthy();
  let fails = true;
  const { user } = open('/reports/revenue', {
    'GET /api/desk/reports/{name}': () => (fails ? [503, problem('unavailable')] : report(revenue())),
  });
  expect(await screen.findByText('The report did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Taken less given back')).toBeTruthy();
  open('/reports/revenue', { 'GET /api/desk/me': () => ({ ...sampleMe, permissions: {} }) });
  expect(await screen.findByText('You may not see reports. Ask a manager.')).toBeTruthy();
});

test('free prime hours lead to the board, and the list is written as text', async () => {
  open('/reports/prime-hours');
  expect(await screen.findByRole('heading', { name: '3 prime hours free' })).toBeTruthy();
  const free = screen.getByRole('link', { name: '3 courts free, 9 PM' });
  expect(free.getAttribute('href')).toBe('/v/1/board?day=2026-11-23&hour=1200');
  expect(screen.getByText('usually 61 % sold')).toBeTruthy();
  // Its courts may be booked, closed or not for sale.
  expect(screen.getByRole('cell', { name: 'none' })).toBeTruthy();
  expect(freeHoursText(prime())).toBe('Mon 23 Nov: 9 PM (3)');
});

test('the figure of the free prime hours leads to its courts, and each to the board at its hour', async () => {
  const rows = [3, 4, 5].map((court) => ({
    day: '2026-11-23',
    minute: 1_260,
    court,
    court_name: `Court ${court}`,
    price_paise: 80_000,
    free: true,
  }));
  let fails = true;
  const { user } = open('/reports/prime-hours', {
    'GET /api/desk/prime-hours': () =>
      fails
        ? [500, problem('internal')]
        : {
            venue: 1,
            venue_name: 'Old Mill',
            period: { from: '2026-11-22', to: '2026-11-28' },
            free: 3,
            worth_paise: 240_000,
            rows,
          },
  });
  await user.click(await screen.findByRole('button', { name: '3 prime hours free' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Free prime hours' }));
  expect(await dialog.findByText('The free prime hours did not load')).toBeTruthy();
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  const links = await dialog.findAllByRole('link');
  expect(links).toHaveLength(3);
  expect(links[0]?.textContent).toContain('Court 3');
  const board = '/v/1/board?day=2026-11-23&hour=1200';
  expect(links.map((link) => link.getAttribute('href'))).toEqual([board, board, board]);
  expect(dialog.getByRole('status').textContent).toBe('3 prime hours free · ₹2,400');
  expect(dialog.getByRole('button', { name: 'CSV' })).toBeTruthy();
});

test('the courts behind the free prime hours stay open when there is no room for the list any more', async () => {
  const resize = stubWindowWidth(90);
  const { user } = open('/reports', { 'GET /api/desk/prime-hours': () => [500, problem('internal')] });
  const aside = within(await screen.findByRole('complementary', { name: 'Free prime hours' }));
  await user.click(await aside.findByRole('button', { name: '3 prime hours free' }));
  expect(await screen.findByRole('dialog', { name: 'Free prime hours' })).toBeTruthy();
  resize(60);
  expect(screen.queryByRole('complementary')).toBeNull();
  const dialog = within(screen.getByRole('dialog', { name: 'Free prime hours' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a report stays about its venue while another tab shows another one', async () => {
  const hillside = { id: 2, name: 'Hillside Courts', time_zone: 'Asia/Kolkata', is_retired: false };
  const permissions = { 'report.read': 'yes' };
  const { user, place, log } = open('/reports/revenue', {
    'GET /api/desk/me': () => ({ ...sampleMe, venues: [...sampleMe.venues, hillside], permissions }),
  });
  await screen.findByText('Taken less given back');
  localStorage.setItem('desk_venue', '2');
  await user.click(screen.getByRole('button', { name: 'Week' }));
  await waitFor(() => expect(place()).toContain('from='));
  const asked = () => log.filter(({ call }) => call === 'GET /api/desk/reports/{name}').map(({ query }) => query);
  await waitFor(() => expect(new Set(asked().map((query) => query.get('from'))).size).toBeGreaterThan(1));
  expect(new Set(asked().map((query) => query.get('venue')))).toEqual(new Set(['1']));
});

test('while another venue loads, no figures of the last one are shown', async () => {
  const hillside = { id: 2, name: 'Hillside Courts', time_zone: 'Asia/Kolkata', is_retired: false };
  const permissions = { 'report.read': 'yes' };
  const second = deferred<Report>();
  const { user } = open('/reports/prime-hours?venue=1', {
    'GET /api/desk/me': () => ({ ...sampleMe, venues: [...sampleMe.venues, hillside], permissions }),
    'GET /api/desk/reports/{name}': ({ query }) => (query.get('venue') === '2' ? second.promise : report(prime())),
  });
  await screen.findByRole('heading', { name: '3 prime hours free' });
  // The list is created after the first frame.
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), '2');
  expect(await screen.findByText('Loading the report…')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: '3 prime hours free' })).toBeNull();
  second.resolve(report({ ...prime(), free: 4 }, { venue: 2 }));
  expect(await screen.findByRole('heading', { name: '4 prime hours free' })).toBeTruthy();
});

test('a retired venue has the reports that need no open hours, and its bookings do not link to the board', async () => {
  const oldMill = { id: 2, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  const permissions = { 'report.read': 'yes' };
  const { user, log } = open('/reports/occupancy?venue=1', {
    'GET /api/desk/me': () => ({ ...sampleMe, past_venues: [oldMill], permissions }),
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), '2');
  const tabs = within(screen.getByRole('navigation', { name: 'Reports' }));
  await waitFor(() => expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Revenue'));
  expect(tabs.queryByRole('link', { name: 'Occupancy' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: /Cash/ }));
  const list = within(await screen.findByRole('dialog')).getByRole('list');
  expect(within(list).queryByRole('link')).toBeNull();
  const asked = log.filter(({ query }) => query.get('venue') === '2').map(({ params }) => params['name']);
  expect(new Set(asked)).toEqual(new Set(['revenue']));
});

test('while other days load, a part whose figures are of the last days is marked as busy', async () => {
  const later = deferred<Report>();
  const { user } = open('/reports/occupancy?from=2026-10-26&to=2026-11-22', {
    'GET /api/desk/reports/{name}': ({ params: { name }, query }) =>
      name === 'revenue' && query.get('from') !== '2026-10-26'
        ? later.promise
        : report(figuresOf[name ?? '']?.() ?? occupancy()),
  });
  const cash = await screen.findByText('Cash');
  const busy = () => cash.closest('[aria-busy="true"]');
  expect(busy()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Week' }));
  await waitFor(() => expect(busy()).not.toBeNull());
  later.resolve(report(revenue()));
  await waitFor(() => expect(busy()).toBeNull());
});

test('a missing hour is shown as begun once it has begun, and before as not for sale', async () => {
  const free = (day: string, minute: number) => ({ day, minute, free: 1, worth_paise: 0, usual_tenths: 610 });
  const later = [free('2026-11-24', 1_020), free('2026-11-24', 1_260), free('2026-11-25', 1_260)];
  /** Opens the report at this instant with one hour of Monday, and reads the rows of Monday and Wednesday. */
  const rowsAt = async (instant: string, minute: number) => {
    vi.setSystemTime(instant);
    open('/reports/prime-hours', {
      'GET /api/desk/reports/{name}': () => report({ ...prime(), hours: [free('2026-11-23', minute), ...later] }),
    });
    const [, monday, , wednesday] = await screen.findAllByRole('row');
    const texts = [monday?.textContent, wednesday?.textContent];
    cleanup();
    return texts;
  };
  const [fiveHasBegun, wednesday] = await rowsAt('2026-11-23T17:00:00+05:30', 1_260);
  expect(fiveHasBegun).toContain('begun');
  expect(fiveHasBegun).not.toContain('not for sale');
  expect(wednesday).toContain('not for sale');
  const [nineIsNotForSale] = await rowsAt('2026-11-23T15:00:00+05:30', 1_020);
  expect(nineIsNotForSale).toContain('not for sale');
  expect(nineIsNotForSale).not.toContain('begun');
  const [onSunday] = await rowsAt('2026-11-22T21:30:00+05:30', 1_020);
  expect(onSunday).toContain('not for sale');
});

test('without a network the windows of a list and of a table say so', async () => {
  const { user } = open('/reports/revenue', {
    'GET /api/desk/me': () => ({
      ...sampleMe,
      permissions: { 'report.read': 'yes', 'export.csv': 'yes' },
      proof_until: new Date(Date.now() + 300_000).toISOString(),
    }),
  });
  const figure = await screen.findByRole('button', { name: '₹800' });
  goOffline();
  await user.click(figure);
  const list = within(await screen.findByRole('dialog', { name: 'Revenue' }));
  expect(list.getByRole('status').textContent).toBe('Not connected. Reports are read from the server.');
  await user.click(list.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  const table = within(await screen.findByRole('dialog', { name: 'Save as a table' }));
  expect(table.getByText('Not connected. Reports are read from the server.')).toBeTruthy();
});

test('a table is saved for the person who asked for it, and not for the next one at the device', async () => {
  const me = {
    ...sampleMe,
    permissions: { 'report.read': 'yes', 'export.csv': 'yes' } as const,
    proof_until: new Date(Date.now() + 300_000).toISOString(),
  };
  let table: Report | Promise<Report> | null = null;
  const { user, queryClient } = open('/reports/revenue', {
    'GET /api/desk/me': () => me,
    'GET /api/desk/reports/{name}': () => table ?? report(revenue()),
  });
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  table = report(revenue());
  await user.click(await screen.findByRole('button', { name: 'Save the table' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.[1]).toBe('revenue.csv');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const late = deferred<Report>();
  table = late.promise;
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Save the table' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  // The screen ends with the session, and another person signs in.
  cleanup();
  queryClient.setQueryData(['me'], { ...me, staff: { ...me.staff, id: '13' } });
  late.resolve(report(revenue()));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(saved).toHaveBeenCalledOnce();
});

test('a table that comes after its window was closed is saved, and the window of another table stays open', async () => {
  const me = {
    ...sampleMe,
    permissions: { 'report.read': 'yes', 'export.csv': 'yes' } as const,
    proof_until: new Date(Date.now() + 300_000).toISOString(),
  };
  const late = deferred<Report>();
  let table: Promise<Report> | null = null;
  const { user, queryClient } = open('/reports/revenue', {
    'GET /api/desk/me': () => me,
    'GET /api/desk/reports/{name}': () => table ?? report(revenue()),
  });
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  table = late.promise;
  await user.click(await screen.findByRole('button', { name: 'Save the table' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  late.resolve(report(revenue()));
  expect(await screen.findByText(/The table is saved\./)).toBeTruthy();
  expect(saved).toHaveBeenCalledOnce();
  expect(screen.getByRole('dialog', { name: 'Save as a table' })).toBeTruthy();
});

test('a table that does not come after its window was closed is reported', async () => {
  const me = {
    ...sampleMe,
    permissions: { 'report.read': 'yes', 'export.csv': 'yes' } as const,
    proof_until: new Date(Date.now() + 300_000).toISOString(),
  };
  const late = deferred<readonly [503, ReturnType<typeof problem>]>();
  let isSaving = false;
  const { user, queryClient } = open('/reports/revenue', {
    'GET /api/desk/me': () => me,
    'GET /api/desk/reports/{name}': () => (isSaving ? late.promise : report(revenue())),
  });
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  isSaving = true;
  await user.click(await screen.findByRole('button', { name: 'Save the table' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  late.resolve([503, problem('unavailable')]);
  expect(await screen.findByText(/^error: The table was not saved \|/)).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
});

test('a table needs a proof first', async () => {
  const { user } = open('/reports/revenue');
  await user.click(await screen.findByRole('button', { name: 'CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save as a table' });
  expect(within(dialog).queryByRole('button', { name: 'Save the table' })).toBeNull();
  expect(within(dialog).getByRole('textbox')).toBeTruthy();
});
