import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { setLanguage } from '@/lib/language';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { pricesSearch } from '@/desk/lib/search';
import type { PricePreview, PricedHour, Prices } from './prices';
import { PricesPage } from './PricesPage';

const STARTS = [1080, 1140, 1200];
const hour = (price_paise: number | null, is_open = true): PricedHour => ({ is_open, price_paise });
const week = (rupees: number) => Array.from({ length: 7 }, () => STARTS.map(() => hour(rupees * 100)));

/** Two outdoor courts for ₹800 and an indoor one for ₹900. */
function prices(changes: Partial<Prices> = {}): Prices {
  const court = (id: number, is_indoor: boolean) => ({ id, number: id, name: `Court ${id}`, is_indoor });
  return {
    venue: 3,
    version: 4,
    is_published_here: true,
    today: '2026-11-22',
    slot_minutes: 60,
    starts: STARTS,
    courts: [court(1, false), court(2, false), court(3, true)],
    weeks: [
      { courts: [1, 2], days: week(800) },
      { courts: [3], days: week(900) },
    ],
    special_days: [{ day: '2026-12-25', court: null, from_minute: 0, until_minute: 1440, price_paise: 120_000 }],
    versions: [
      {
        version: 4,
        valid_from: '2026-11-20',
        published_at: '2026-11-18T06:00:00Z',
        by: 'Asha Patel',
        reverted: null,
        lowest_paise: 80_000,
        highest_paise: 90_000,
      },
      {
        version: 3,
        valid_from: null,
        published_at: '2026-11-01T06:00:00Z',
        by: null,
        reverted: null,
        lowest_paise: 70_000,
        highest_paise: 70_000,
      },
    ],
    ...changes,
  };
}

function preview(changes: Partial<PricePreview> = {}): PricePreview {
  return {
    from: '2026-11-23',
    to: '2026-12-22',
    hours: 1_890,
    changed: 214,
    dearer: 214,
    bookings: 12,
    unpriced: [],
    seasons: [],
    rules: 3,
    earliest: '2026-11-23',
    weeks: [],
    ...changes,
  };
}

const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false };

function show(
  replies: DeskReplies = {},
  permissions: Record<string, 'yes'> = { 'price.publish': 'yes' },
  venues = [oldMill],
) {
  const me = { ...sampleMe, permissions, venues, proof_until: '2100-01-01T00:00:00Z' };
  const log = serveDesk({
    'GET /api/desk/me': () => me,
    'GET /api/desk/venues/{venue}/prices': () => prices(),
    'POST /api/desk/venues/{venue}/prices/preview': () => preview(),
    'POST /api/desk/venues/{venue}/prices': () => [201, { version: 5, valid_from: '2026-11-23', changed: 214 }],
    ...replies,
  });
  const rendered = renderScreen({
    path: '/v/$venue/prices',
    at: '/v/3/prices',
    component: withMe(PricesPage),
    search: pricesSearch,
  });
  return { ...rendered, log };
}

const cell = (name: RegExp) => screen.findByRole('gridcell', { name });
const published = (log: ReturnType<typeof serveDesk>) =>
  log.filter(({ call }) => call === 'POST /api/desk/venues/{venue}/prices').map(({ body }) => body);

beforeEach(() => {
  dropPersonalStores();
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  setLanguage('en');
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('hours are painted by keys, previewed and published', async () => {
  const { user, log } = show();
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200{Shift>}{ArrowRight}{ArrowDown}{/Shift} ');
  expect(await cell(/^Sun 7 PM: ₹800, new: ₹1,200$/)).toBeDefined();
  const panel = screen.getByRole('region', { name: 'What changes' });
  expect(await within(panel).findByRole('heading', { name: '214 hours change' })).toBeDefined();
  expect(panel.textContent).toContain('of 1,890 future hours, Mon 23 Nov – Tue 22 Dec');
  expect(panel.textContent).toContain('12 bookings keep their price');
  expect(panel.textContent).toMatch(/Outdoor, 2 courts\s*Sat, Sun\s*6 – 8 PM\s*₹800\s*₹1,200/);
  await user.click(within(panel).getByRole('button', { name: 'Publish from Mon 23 Nov' }));
  await waitFor(() =>
    expect(published(log)).toEqual([
      {
        base_version: 4,
        valid_from: '2026-11-23',
        revert_to: null,
        strokes: [{ courts: [1, 2], weekdays: [5, 6], from_minute: 1080, until_minute: 1200, price_paise: 120_000 }],
      },
    ]),
  );
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
});

test('the first start after noon says PM, also if none is at noon', async () => {
  show({ 'GET /api/desk/venues/{venue}/prices': () => prices({ starts: [630, 690, 750] }) });
  await cell(/^Mon 10:30 AM: ₹800$/);
  const heads = screen.getAllByRole('button', { name: /^Paint .+ on all days$/ });
  expect(heads.map(({ textContent }) => textContent)).toEqual(['10:30 AM', '11:30', '12:30 PM']);
});

test('without a network the screen says that the prices did not load', async () => {
  onlineManager.setOnline(false);
  const { log } = show({ 'GET /api/desk/venues/{venue}/prices': () => 'no network' });
  expect(await screen.findByText('The prices did not load')).toBeDefined();
  expect(log.some(({ call }) => call === 'GET /api/desk/venues/{venue}/prices')).toBe(true);
});

test('without a network the preview of the change before does not stay', async () => {
  const { user } = show();
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  await screen.findAllByText('214 hours change');
  act(() => onlineManager.setOnline(false));
  await user.keyboard('{ArrowRight} ');
  expect(await cell(/^Sat 7 PM: ₹800, new: ₹1,200$/)).toBeDefined();
  await waitFor(() => expect(screen.queryByText('214 hours change')).toBeNull());
  act(() => onlineManager.setOnline(true));
  expect((await screen.findAllByText('214 hours change')).length).toBeGreaterThan(0);
});

test('prices that did not load again after they were published are read again by a button', async () => {
  let reads = 0;
  const { user } = show({
    'GET /api/desk/venues/{venue}/prices': () => {
      reads += 1;
      if (reads === 2) return [403, problem('other_origin')];
      return prices({ version: reads === 1 ? 4 : 5 });
    },
  });
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  await screen.findByRole('heading', { name: '214 hours change' });
  await user.click(screen.getByRole('button', { name: 'Publish from Mon 23 Nov' }));
  expect(await screen.findByText('The prices did not load')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The prices did not load')).toBeNull());
});

test('a large number of hours is grouped wherever it is shown, and a venue may have one court', async () => {
  const { courts } = prices();
  const { user } = show({
    'GET /api/desk/venues/{venue}/prices': () => prices({ courts: courts.slice(0, 1) }),
    'POST /api/desk/venues/{venue}/prices/preview': () => preview({ changed: 1_214 }),
  });
  expect(await screen.findByText('₹ for one hour, One court')).toBeDefined();
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  expect(await screen.findAllByText('1,214 hours change')).toHaveLength(2);
});

test('one cell is in the tab order, Delete stops the sale, and Z undoes it', async () => {
  const { user } = show();
  const first = await cell(/^Mon 6 PM: /);
  expect(screen.getAllByRole('gridcell').filter((one) => one.tabIndex === 0)).toEqual([first]);
  first.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{Delete}');
  expect(await cell(/^Tue 7 PM: ₹800, new: no price$/)).toHaveProperty('tabIndex', 0);
  await user.keyboard('z');
  expect(await cell(/^Tue 7 PM: ₹800$/)).toBeDefined();
});

test('the button that undoes the last step is not disabled with it, so it keeps the focus', async () => {
  const { user } = show();
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(undo.getAttribute('aria-disabled')).toBe('false');
  await user.click(undo);
  expect(await cell(/^Sat 6 PM: ₹800$/)).toBeDefined();
  await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('true'));
  expect(undo).toHaveProperty('disabled', false);
  expect(document.activeElement).toBe(undo);
});

test('the button to the preview moves the focus there', async () => {
  const { user } = show();
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  const panel = screen.getByRole('region', { name: 'What changes' });
  expect(scrolled.mock.contexts).toEqual([panel]);
  expect(document.activeElement).toBe(panel);
  scrolled.mockRestore();
});

test('a drag paints the hours that it covers, and a tap on a weekday paints the whole day', async () => {
  const { user } = show();
  const from = await cell(/^Mon 6 PM: /);
  const to = await cell(/^Wed 7 PM: /);
  document.elementFromPoint = (x) => (x < 50 ? from : to);
  from.setPointerCapture = () => undefined;
  const grid = screen.getByRole('grid');
  grid.setPointerCapture = () => undefined;
  await user.click(screen.getByRole('button', { name: '₹900' }));
  const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse', clientY: 10 };
  fireEvent.pointerDown(from, { ...pointer, clientX: 10 });
  fireEvent.pointerMove(grid, { ...pointer, clientX: 90 });
  fireEvent.pointerUp(grid, { ...pointer, clientX: 90 });
  expect(await cell(/^Tue 7 PM: ₹800, new: ₹900$/)).toBeDefined();
  expect(await cell(/^Wed 8 PM: ₹800$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Paint the whole Fri' }));
  expect(await cell(/^Fri 8 PM: ₹800, new: ₹900$/)).toBeDefined();
});

test('digits that are typed at once after painting are another price', async () => {
  const { user } = show();
  (await cell(/^Sat 6 PM: /)).focus();
  await user.keyboard('700 {ArrowRight}850 ');
  expect(await cell(/^Sat 6 PM: ₹800, new: ₹700$/)).toBeDefined();
  expect(await cell(/^Sat 7 PM: ₹800, new: ₹850$/)).toBeDefined();
});

test('a second finger neither moves nor ends a drag', async () => {
  const { user } = show();
  const from = await cell(/^Mon 6 PM: /);
  const to = await cell(/^Wed 7 PM: /);
  const other = await cell(/^Sat 8 PM: /);
  document.elementFromPoint = (x) => [from, to, other][Math.floor(x / 100)] ?? null;
  const grid = screen.getByRole('grid');
  await user.click(screen.getByRole('button', { name: '₹900' }));
  const finger = (pointerId: number, clientX: number) => ({
    pointerId,
    isPrimary: pointerId === 1,
    button: 0,
    pointerType: 'touch',
    clientX,
    clientY: 10,
  });
  fireEvent.pointerDown(from, finger(1, 10));
  await waitFor(() => expect(from.getAttribute('aria-selected')).toBe('true'));
  fireEvent.pointerMove(grid, finger(1, 110));
  fireEvent.pointerDown(other, finger(2, 210));
  fireEvent.pointerMove(grid, finger(2, 210));
  fireEvent.pointerUp(grid, finger(2, 210));
  expect(await cell(/^Tue 7 PM: ₹800$/)).toBeDefined();
  fireEvent.pointerUp(grid, finger(1, 110));
  expect(await cell(/^Tue 7 PM: ₹800, new: ₹900$/)).toBeDefined();
  expect(await cell(/^Sat 8 PM: ₹800$/)).toBeDefined();
});

test('a day on which an hour would cost more cannot be chosen, and hours without a price are named', async () => {
  const unpriced = [1140, 1200].map((minute) => ({ weekday: 1, minute, courts: 3 }));
  const { user } = show({
    'POST /api/desk/venues/{venue}/prices/preview': () => preview({ unpriced }),
  });
  (await cell(/^Tue 7 PM: /)).focus();
  await user.keyboard('{Delete}');
  expect(await screen.findByText('2 hours have no price')).toBeDefined();
  expect(screen.getByText('Tue 7 – 9 PM cannot be booked')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sun 22 Nov' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Mon 23 Nov', pressed: true })).toHaveProperty('disabled', false);
});

test('hours without a price are named with the number of courts if others have one', async () => {
  const unpriced = [
    { weekday: 1, minute: 1080, courts: 3 },
    { weekday: 1, minute: 1140, courts: 2 },
    { weekday: 1, minute: 1200, courts: 2 },
  ];
  const { user } = show({
    'POST /api/desk/venues/{venue}/prices/preview': () => preview({ unpriced }),
  });
  (await cell(/^Tue 7 PM: /)).focus();
  await user.keyboard('{Delete}');
  expect(await screen.findByText('Tue 6 – 7 PM, Tue 7 – 9 PM on 2 courts cannot be booked')).toBeDefined();
});

test('a typed day that is past is not said to make hours of today dearer', async () => {
  const { user } = show({
    'POST /api/desk/venues/{venue}/prices/preview': () => preview({ earliest: '2026-11-22' }),
  });
  (await cell(/^Sat 6 PM: /)).focus();
  await user.keyboard('700 ');
  const today = await screen.findByRole('button', { name: 'Sun 22 Nov' });
  await waitFor(() => expect(today).toHaveProperty('disabled', false));
  fireEvent.change(screen.getByLabelText('Another day'), { target: { value: '2026-11-02' } });
  expect(await screen.findByText('Choose Sun 22 Nov or later.')).toBeDefined();
  expect(screen.queryByText(/Hours of today would cost more/)).toBeNull();
});

test('a chosen day that has passed meanwhile is moved to the present day', async () => {
  let today = '2026-11-22';
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/prices': () => prices({ today }),
    'POST /api/desk/venues/{venue}/prices/preview': ({ body }) =>
      String(body?.['valid_from']) < today
        ? [422, { ...problem('invalid'), fields: { valid_from: 'range' } }]
        : preview({ earliest: today }),
  });
  (await cell(/^Sat 6 PM: /)).focus();
  await user.keyboard('700 ');
  await user.click(await screen.findByRole('button', { name: 'Sun 22 Nov' }));
  expect(await screen.findByRole('button', { name: 'Publish from Sun 22 Nov' })).toBeDefined();
  today = '2026-11-23';
  (await cell(/^Sat 7 PM: /)).focus();
  await user.keyboard(' ');
  const publish = await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' });
  await waitFor(() => expect(publish).toHaveProperty('disabled', false));
  expect(screen.queryByText(/Hours of today would cost more/)).toBeNull();
  await user.click(publish);
  await waitFor(() => expect(published(log)[0]).toMatchObject({ valid_from: '2026-11-23' }));
});

test('prices that were published too late for their first day are published from the present day', async () => {
  let today = '2026-11-22';
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/prices': () => prices({ today }),
    'POST /api/desk/venues/{venue}/prices/preview': () => preview({ earliest: today }),
    'POST /api/desk/venues/{venue}/prices': ({ body }) =>
      String(body?.['valid_from']) < today
        ? [422, { ...problem('invalid'), fields: { valid_from: 'range' } }]
        : [201, { version: 5, valid_from: today, changed: 214 }],
  });
  (await cell(/^Sat 6 PM: /)).focus();
  await user.keyboard('700 ');
  await user.click(await screen.findByRole('button', { name: 'Sun 22 Nov' }));
  const tooLate = await screen.findByRole('button', { name: 'Publish from Sun 22 Nov' });
  await waitFor(() => expect(tooLate).toHaveProperty('disabled', false));
  today = '2026-11-23';
  await user.click(tooLate);
  const publish = await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' });
  await waitFor(() => expect(publish).toHaveProperty('disabled', false));
  await user.click(publish);
  await waitFor(() => expect(published(log).map((body) => body?.['valid_from'])).toEqual(['2026-11-22', '2026-11-23']));
});

test('prices whose publishing got no answer are not said to be unpublished', async () => {
  const { user } = show({ 'POST /api/desk/venues/{venue}/prices': () => [503, problem('unknown_outcome')] });
  (await cell(/^Sat 6 PM: /)).focus();
  await user.keyboard('950 ');
  const publish = await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' });
  await waitFor(() => expect(publish).toHaveProperty('disabled', false));
  await user.click(publish);
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeDefined();
  expect(screen.queryByText('Nothing was published')).toBeNull();
});

test('after another person has published, the draft stays and can be published', async () => {
  let version = 4;
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/prices': () => prices({ version }),
    'POST /api/desk/venues/{venue}/prices': () => {
      version = 5;
      return [409, problem('prices_changed')];
    },
  });
  (await cell(/^Sat 6 PM: /)).focus();
  await user.keyboard('950 ');
  await user.click(await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' }));
  expect(await screen.findByText(/Another person published prices meanwhile/)).toBeDefined();
  expect(await cell(/^Sat 6 PM: ₹800, new: ₹950$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Publish from Mon 23 Nov' }));
  await waitFor(() => expect(published(log).map((body) => body?.['base_version'])).toEqual([4, 5]));
});

test('what is painted on prices that another person has replaced is previewed on the new ones', async () => {
  let version = 4;
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/prices': () => prices({ version }),
    'POST /api/desk/venues/{venue}/prices/preview': ({ body }) =>
      body?.['base_version'] === version ? preview() : [409, problem('prices_changed')],
  });
  (await cell(/^Sat 6 PM: /)).focus();
  version = 5;
  await user.keyboard('950 ');
  await user.click(await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' }));
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
  expect(published(log).map((body) => body?.['base_version'])).toEqual([5]);
});

test('a court that is retired after it was painted is left out of the change', async () => {
  let isRetired = false;
  const left = () => prices().courts.filter(({ id }) => id !== 2);
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/prices': () =>
      isRetired
        ? prices({
            courts: left(),
            weeks: [
              { courts: [1], days: week(800) },
              { courts: [3], days: week(900) },
            ],
          })
        : prices(),
    'POST /api/desk/venues/{venue}/prices/preview': ({ body }) =>
      isRetired && JSON.stringify(body?.['strokes']).includes('"courts":[1,2]')
        ? [422, { ...problem('invalid'), fields: { courts: 'unknown' } }]
        : preview(),
  });
  (await cell(/^Sat 6 PM: /)).focus();
  isRetired = true;
  await user.keyboard('950 ');
  const publish = await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' });
  await waitFor(() => expect(publish).toHaveProperty('disabled', false));
  await user.click(publish);
  await waitFor(() => expect(published(log)).toHaveLength(1));
  expect(published(log)[0]).toMatchObject({ strokes: [{ courts: [1], price_paise: 95_000 }] });
});

test('bringing a version back drops the painted prices and their first day, and can be undone', async () => {
  const { user, log } = show();
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  expect(await cell(/^Sat 6 PM: ₹800, new: ₹1,200$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Wed 25 Nov' }));
  const bringBack = async () => {
    await user.click(screen.getByRole('button', { name: 'Versions' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Bring back version 3' }));
    expect(await screen.findByText('Brings back version 3')).toBeDefined();
  };
  await bringBack();
  expect(screen.getByRole('button', { name: 'Mon 23 Nov', pressed: true })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
  await bringBack();
  await user.click(screen.getByRole('button', { name: 'Do not bring it back' }));
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
  await bringBack();
  await user.click(await screen.findByRole('button', { name: /^Publish from/ }));
  await waitFor(() => expect(published(log)).toHaveLength(1));
  expect(published(log)[0]).toMatchObject({ revert_to: 3, strokes: [], valid_from: '2026-11-23' });
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
  expect(await cell(/^Sat 6 PM: ₹800$/)).toBeDefined();
});

test('seasons that end by a change are named before it is published', async () => {
  const seasons = [
    { from: '2026-12-20', to: '2027-01-03', lowest_paise: 90_000, highest_paise: 120_000 },
    { from: null, to: '2026-12-10', lowest_paise: 70_000, highest_paise: 70_000 },
  ];
  const { user } = show({ 'POST /api/desk/venues/{venue}/prices/preview': () => preview({ seasons }) });
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  expect(await screen.findByText('2 seasons end by this')).toBeDefined();
  expect(screen.getByText('Sun 20 Dec – Sun 3 Jan, ₹900 – ₹1,200')).toBeDefined();
  expect(screen.getByText('until Thu 10 Dec, ₹700')).toBeDefined();
});

test('an earlier version is brought back as its own change', async () => {
  const { user, log } = show({
    'POST /api/desk/venues/{venue}/prices/preview': () => preview({ weeks: [{ courts: [1, 2, 3], days: week(700) }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Versions' }));
  const dialog = screen.getByRole('dialog', { name: 'Versions' });
  expect(dialog.textContent).toMatch(/from Fri, 20 Nov 2026 · ₹800 – ₹900\s*Asha Patel, Wed, 18 Nov 2026, 11:30 AM/);
  expect(dialog.textContent).toContain('Versions before 3 are not listed.');
  await user.click(within(dialog).getByRole('button', { name: 'Bring back version 3' }));
  expect(await screen.findByText('Brings back version 3')).toBeDefined();
  expect(await cell(/^Sat 6 PM: ₹800, new: ₹700$/)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' }));
  await waitFor(() => expect(published(log)).toMatchObject([{ revert_to: 3, strokes: [] }]));
});

test('until an earlier version has loaded, no other prices are shown as its prices', async () => {
  const answer = deferred<PricePreview>();
  const painted = preview({ weeks: [{ courts: [1, 2, 3], days: week(1_200) }] });
  const { user } = show({
    'POST /api/desk/venues/{venue}/prices/preview': ({ body }) =>
      body?.['revert_to'] === null ? painted : answer.promise,
  });
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  expect(await screen.findByRole('heading', { name: '214 hours change' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: 'Bring back version 3' }));
  expect(await screen.findByText('Brings back version 3')).toBeDefined();
  expect(await cell(/^Sat 6 PM: ₹800$/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: '214 hours change' })).toBeNull();
  answer.resolve(preview({ changed: 3, weeks: [{ courts: [1, 2, 3], days: week(700) }] }));
  expect(await cell(/^Sat 6 PM: ₹800, new: ₹700$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Do not bring it back' }));
});

test('in the window for another price only a wrong price moves the focus', async () => {
  const { user, queryClient } = show();
  await user.click(await screen.findByRole('button', { name: 'Another price' }));
  const use = screen.getByRole('button', { name: 'Use' });
  use.focus();
  act(() => void queryClient.setQueryData(['prices', 3], prices({ is_published_here: false })));
  expect(await screen.findByText(/^These prices come from the operator’s file\./)).toBeDefined();
  expect(document.activeElement).toBe(use);
  await user.click(use);
  expect(screen.getByText('Write rupees from 0 to 10,00,000.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Another price' }));
});

test('a comma alone is no price', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Another price' }));
  await user.type(screen.getByRole('textbox', { name: 'Another price' }), ',{Enter}');
  expect(screen.getByText('Write rupees from 0 to 10,00,000.')).toBeDefined();
});

test('prices of single days are listed, and not as special days, which have hours of their own', async () => {
  show();
  expect(await screen.findByText('₹1,200 all day')).toBeDefined();
  expect(screen.getByRole('heading', { name: /^Prices of single days/ })).toBeDefined();
  expect(screen.queryByText(/Special days/)).toBeNull();
});

test('a special price of another year has its year', async () => {
  const special = (day: string) => ({ day, court: null, from_minute: 0, until_minute: 1440, price_paise: 120_000 });
  const special_days = [special('2026-12-25'), special('2027-12-25')];
  show({ 'GET /api/desk/venues/{venue}/prices': () => prices({ special_days }) });
  expect(await screen.findByText('Dec, Fri')).toBeDefined();
  expect(screen.getByText('Dec 2027, Sat')).toBeDefined();
});

test('the special price of a retired court is not listed as one of all courts', async () => {
  const special = (court: number, price_paise: number) => {
    return { day: '2026-12-25', court, from_minute: 0, until_minute: 1440, price_paise };
  };
  show({
    'GET /api/desk/venues/{venue}/prices': () => prices({ special_days: [special(1, 90_000), special(9, 500)] }),
  });
  expect(await screen.findByText('₹900 all day on Court 1')).toBeDefined();
  expect(screen.queryByText(/^₹5 all day/)).toBeNull();
});

test('the court of a special price is named in the language of the desk', async () => {
  setLanguage('hi', { courtName: { numbered: (number: string) => `कोर्ट ${number}` } });
  const special = { day: '2026-12-25', court: 1, from_minute: 0, until_minute: 1440, price_paise: 90_000 };
  show({ 'GET /api/desk/venues/{venue}/prices': () => prices({ special_days: [special] }) });
  expect(await screen.findByText('₹900 all day on कोर्ट 1')).toBeDefined();
});

test('without the permission the screen says whom to ask', async () => {
  show({}, {});
  expect(await screen.findByText('Your role does not change prices. Ask a manager.')).toBeDefined();
});

test('while prices are published nothing is painted', async () => {
  const answer = deferred<[201, { version: number; valid_from: string; changed: number }]>();
  const { user } = show({ 'POST /api/desk/venues/{venue}/prices': () => answer.promise });
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  await user.click(await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' }));
  (await cell(/^Sat 7 PM: ₹800$/)).focus();
  await user.keyboard(' {Delete}');
  expect(await cell(/^Sat 7 PM: ₹800$/)).toBeDefined();
  for (const name of ['Undo', 'Drop the draft', 'Versions']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
  await user.click(screen.getByRole('button', { name: 'Wed 25 Nov' }));
  expect(screen.getByRole('button', { name: 'Mon 23 Nov', pressed: true })).toBeDefined();
  answer.resolve([201, { version: 5, valid_from: '2026-11-23', changed: 214 }]);
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
});

test('while the prices of one venue are published, those of another are painted', async () => {
  const answer = deferred<[201, { version: number; valid_from: string; changed: number }]>();
  const { user } = show({ 'POST /api/desk/venues/{venue}/prices': () => answer.promise }, { 'price.publish': 'yes' }, [
    oldMill,
    { ...oldMill, id: 4, name: 'New Mill' },
  ]);
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  await user.click(await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Venue' }), '4');
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('900 ');
  expect(await cell(/^Sat 6 PM: ₹800, new: ₹900$/)).toBeDefined();
  answer.resolve([201, { version: 5, valid_from: '2026-11-23', changed: 214 }]);
});

test('prices that were refused after another venue was chosen are reported as a toast', async () => {
  const answered = deferred<void>();
  const replies: DeskReplies = {
    'POST /api/desk/venues/{venue}/prices': async () => {
      await answered.promise;
      return [409, problem('prices_changed')];
    },
  };
  const newMill = { ...oldMill, id: 4, name: 'New Mill' };
  const { user, log } = show(replies, { 'price.publish': 'yes' }, [oldMill, newMill]);
  (await cell(/^Sat 6 PM: ₹800$/)).focus();
  await user.keyboard('1200 ');
  await user.click(await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' }));
  await waitFor(() => expect(published(log)).toHaveLength(1));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Venue' }), '4');
  expect(await cell(/^Sat 6 PM: ₹800$/)).toBeDefined();
  answered.resolve();
  expect(await screen.findByText(/^error: Nothing was published \| Another person published prices/)).toBeDefined();
});

test('a retired venue has no prices, and cannot be chosen', async () => {
  const millGone = { ...oldMill, is_retired: true };
  show({}, { 'price.publish': 'yes' }, [millGone]);
  expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeTruthy();
  show({}, { 'price.publish': 'yes' }, [oldMill, { ...millGone, id: 4, name: 'New Mill' }]);
  expect(await cell(/^Sat 6 PM: ₹800$/)).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Venue' })).toBeNull();
});

test('a retired venue without open games is told from a venue of others', async () => {
  const permissions = { 'price.publish': 'yes' };
  const withPast = { ...sampleMe, permissions, venues: [], past_venues: [{ ...oldMill, is_retired: true }] };
  show({ 'GET /api/desk/me': () => withPast });
  expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeTruthy();
  cleanup();
  show({}, { 'price.publish': 'yes' }, [{ ...oldMill, id: 4, name: 'New Mill' }]);
  expect(await screen.findByText('This is not one of your venues.')).toBeTruthy();
});
