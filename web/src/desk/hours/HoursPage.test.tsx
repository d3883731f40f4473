import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { setLanguage } from '@/lib/language';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { hoursQuery, type DeskHours, type HoursPreview } from './hours';
import { HoursPage } from './HoursPage';

const OPEN = { first_minute: 360, last_minute: 1320 };
const MORNING = { first_minute: 360, last_minute: 600 };
const EVENING = { first_minute: 960, last_minute: 1320 };

/** Open from 6 AM to 11 PM, closed on Sundays. */
function hours(changes: Partial<DeskHours> = {}): DeskHours {
  return {
    venue: 3,
    version: 4,
    is_published_here: true,
    today: '2026-11-22',
    slot_minutes: 60,
    courts: 12,
    weeks: [{ valid_from: null, days: [...Array.from({ length: 6 }, () => [OPEN]), []] }],
    special_days: [{ day: '2026-12-25', label: 'Christmas', spans: [] }],
    horizon_days: null,
    lead_minutes: 0,
    versions: [
      {
        version: 4,
        valid_from: '2026-11-20',
        published_at: '2026-11-18T06:00:00Z',
        by: 'Asha Patel',
        reverted: null,
        slots_a_week: 102,
        special_days: 1,
      },
      {
        version: 3,
        valid_from: null,
        published_at: '2026-11-01T06:00:00Z',
        by: null,
        reverted: null,
        slots_a_week: 119,
        special_days: 0,
      },
    ],
    ...changes,
  };
}

function preview(changes: Partial<HoursPreview> = {}): HoursPreview {
  return {
    from: '2026-11-22',
    to: '2026-12-22',
    days: 5,
    opened: 0,
    opened_lowest_paise: null,
    opened_highest_paise: null,
    closed: 300,
    unpriced: [],
    outside: 1,
    listed: [
      { order: 4_820_193_756, court: 'Court 3', day: '2026-11-23', minute: 720, player: 'Rohan Mehta', is_held: false },
    ],
    outside_before: 0,
    ...changes,
  };
}

const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: false };

function show(
  replies: DeskReplies = {},
  permissions: Record<string, 'yes'> = { 'hours.publish': 'yes' },
  venues = [oldMill],
) {
  const me = { ...sampleMe, permissions, venues, proof_until: '2100-01-01T00:00:00Z' };
  const log = serveDesk({
    'GET /api/desk/me': () => me,
    'GET /api/desk/venues/{venue}/hours': () => hours(),
    'POST /api/desk/venues/{venue}/hours/preview': () => preview(),
    'POST /api/desk/venues/{venue}/hours': () => [
      201,
      { version: 5, valid_from: '2026-11-23', opened: 0, closed: 300, outside: 1 },
    ],
    ...replies,
  });
  return { ...renderScreen({ path: '/v/$venue/hours', at: '/v/3/hours', component: withMe(HoursPage) }), log };
}

const published = (log: ReturnType<typeof serveDesk>) =>
  log.filter(({ call }) => call === 'POST /api/desk/venues/{venue}/hours').map(({ body }) => body);
/** Writes when the first hours of Monday close. */
const closeAt = async (value: string) =>
  fireEvent.change(await screen.findByLabelText('Mon, hours 1: closes', { selector: 'input' }), { target: { value } });
/** Publishes the hours once that is possible. */
async function publish(user: ReturnType<typeof show>['user']) {
  const button = await screen.findByRole('button', { name: 'Publish from Mon 23 Nov' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
}
const line = (name: RegExp) => screen.findByRole('group', { name });

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

test('a break is typed, copied to Monday to Friday, previewed and published', async () => {
  const { user, log } = show();
  expect(await line(/^Mon: 6 AM – 11 PM$/)).toBeDefined();
  await closeAt('12:00');
  expect(await line(/^Mon: 6 AM – 12 PM$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Add hours' }));
  fireEvent.change(screen.getByLabelText('Mon, hours 2: opens', { selector: 'input' }), { target: { value: '16:00' } });
  fireEvent.change(screen.getByLabelText('Mon, hours 2: closes', { selector: 'input' }), {
    target: { value: '23:00' },
  });
  expect(await line(/^Mon: 6 AM – 12 PM, 4 PM – 11 PM$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Copy to Monday to Friday' }));
  expect(await line(/^Fri: 6 AM – 12 PM, 4 PM – 11 PM$/)).toBeDefined();
  const panel = screen.getByRole('region', { name: 'What changes' });
  expect(await within(panel).findByRole('heading', { name: '300 slots close' })).toBeDefined();
  expect(panel.textContent).toContain('One booking is outside the new hours');
  expect(panel.textContent).toContain('Court 3, Rohan Mehta');
  const publish = within(panel).getByRole('button', { name: 'Publish from Mon 23 Nov' });
  await waitFor(() => expect(publish).toHaveProperty('disabled', false));
  await user.click(publish);
  const day = [
    { first_minute: 360, last_minute: 660 },
    { first_minute: 960, last_minute: 1320 },
  ];
  await waitFor(() =>
    expect(published(log)).toEqual([
      {
        base_version: 4,
        valid_from: '2026-11-23',
        revert_to: null,
        hours: {
          week: [day, day, day, day, day, [OPEN], []],
          special_days: [{ day: '2026-12-25', label: 'Christmas', spans: [] }],
          horizon_days: null,
          lead_minutes: 0,
        },
      },
    ]),
  );
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
});

test('a large number of slots is grouped wherever it is shown', async () => {
  show({ 'POST /api/desk/venues/{venue}/hours/preview': () => preview({ closed: 1_214 }) });
  await closeAt('22:00');
  expect(await screen.findAllByText('1,214 slots close')).toHaveLength(2);
});

test('a special day after the last day of the preview is said to be counted', async () => {
  const { user } = show({ 'POST /api/desk/venues/{venue}/hours/preview': () => preview({ days: 1, closed: 204 }) });
  await closeAt('22:00');
  expect(await screen.findByText('on one day until Tue 22 Dec')).toBeDefined();
  expect(screen.queryByText('Special days after it are counted, too.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove Christmas' }));
  expect(await screen.findByText('Special days after it are counted, too.')).toBeDefined();
});

test('without a network the preview of the change before does not stay', async () => {
  show();
  await closeAt('22:00');
  await screen.findAllByText('300 slots close');
  act(() => onlineManager.setOnline(false));
  await closeAt('21:00');
  await waitFor(() => expect(screen.queryByText('300 slots close')).toBeNull());
  act(() => onlineManager.setOnline(true));
  expect((await screen.findAllByText('300 slots close')).length).toBeGreaterThan(0);
});

test('a change that needs a correction shows no preview of the change before', async () => {
  show();
  await closeAt('22:00');
  // In the panel, and in the bar that leads to it on a narrow screen.
  expect(await screen.findAllByText('300 slots close')).toHaveLength(2);
  await closeAt('');
  expect(await screen.findByRole('heading', { name: 'Something needs a correction' })).toBeDefined();
  expect(screen.queryByText('300 slots close')).toBeNull();
  await closeAt('21:00');
  expect(await screen.findAllByText('300 slots close')).toHaveLength(2);
});

test('without a network the screen says that the hours did not load', async () => {
  onlineManager.setOnline(false);
  const log = show({ 'GET /api/desk/venues/{venue}/hours': () => 'no network' }).log;
  expect(await screen.findByText('The hours did not load')).toBeDefined();
  expect(log.some(({ call }) => call === 'GET /api/desk/venues/{venue}/hours')).toBe(true);
});

test('hours whose publishing got no answer are not said to be unpublished', async () => {
  const { user } = show({ 'POST /api/desk/venues/{venue}/hours': () => [503, problem('unknown_outcome')] });
  await closeAt('22:00');
  await publish(user);
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeDefined();
  expect(screen.queryByText('Nothing was published')).toBeNull();
});

test('hours that were published without an answer are not said to be those of another person', async () => {
  let present = hours();
  const { queryClient } = show({ 'GET /api/desk/venues/{venue}/hours': () => present });
  await closeAt('22:00');
  expect(await screen.findAllByText('300 slots close')).toHaveLength(2);
  const monday = [{ first_minute: 360, last_minute: 1260 }];
  const days = present.weeks[0]?.days.with(0, monday) ?? [];
  const valid_from = '2026-11-23';
  const [newest] = present.versions;
  if (newest === undefined) throw new Error('the sample has no version');
  present = hours({
    version: 5,
    weeks: [...present.weeks, { valid_from, days }],
    versions: [{ ...newest, version: 5, valid_from }, newest],
  });
  await act(() => queryClient.invalidateQueries({ queryKey: hoursQuery(3).queryKey }));
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
  expect(await line(/^Mon: 6 AM – 10 PM$/)).toBeDefined();
  expect(screen.queryByText('Another person published hours meanwhile')).toBeNull();
});

test('hours that did not load again after they were published are read again by a button', async () => {
  let reads = 0;
  const { user } = show({
    'GET /api/desk/venues/{venue}/hours': () => {
      reads += 1;
      if (reads === 2) return [403, problem('other_origin')];
      return hours({ version: reads === 1 ? 4 : 5 });
    },
  });
  await closeAt('22:00');
  await publish(user);
  expect(await screen.findByText('The hours did not load')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The hours did not load')).toBeNull());
});

test('the arrows move an end of the hours, and Delete closes them', async () => {
  const { user } = show();
  (await screen.findByRole('slider', { name: 'Tue, hours 1: opens' })).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(await line(/^Tue: 8 AM – 11 PM$/)).toBeDefined();
  // The browser goes back by this key.
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(await line(/^Tue: 8 AM – 11 PM$/)).toBeDefined();
  screen.getByRole('slider', { name: 'Tue, hours 1: closes' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(await line(/^Tue: 8 AM – 10 PM$/)).toBeDefined();
  await user.keyboard('{Delete}');
  const closed = await line(/^Tue: Closed$/);
  await waitFor(() => expect(document.activeElement).toBe(closed));
});

/** The line of this name, which shows 4 AM to midnight on `width` pixels, and a pointer at a minute of the day on it. */
async function lineToDrag(name: RegExp, width: number) {
  const element = await line(name);
  element.setPointerCapture = () => undefined;
  element.getBoundingClientRect = () => ({ left: 0, width }) as DOMRect;
  Object.defineProperty(element, 'clientWidth', { value: width, configurable: true });
  const pointer = (minute: number) => ({
    pointerId: 1,
    isPrimary: true,
    button: 0,
    pointerType: 'mouse',
    clientX: ((minute - 240) * width) / 1_200,
    clientY: 10,
  });
  return { element, pointer };
}

/** Drags over the line of this name; the places are minutes of the day. */
async function drag(name: RegExp, [first, ...others]: readonly [number, ...number[]], width = 1_200) {
  const { element, pointer } = await lineToDrag(name, width);
  fireEvent.pointerDown(element, pointer(first));
  for (const minute of others) fireEvent.pointerMove(element, pointer(minute));
  fireEvent.pointerUp(element, pointer(others.at(-1) ?? first));
}

test('a drag over open hours closes them, and one over closed hours opens them', async () => {
  show();
  await drag(/^Wed: 6 AM – 11 PM$/, [12 * 60 + 5, 16 * 60 - 5]);
  expect(await line(/^Wed: 6 AM – 12 PM, 4 PM – 11 PM$/)).toBeDefined();
  await drag(/^Sun: Closed$/, [8 * 60 + 5, 11 * 60 - 5]);
  expect(await line(/^Sun: 8 AM – 11 AM$/)).toBeDefined();
  // A drag that begins at the end of a span moves that end.
  await drag(/^Sun: 8 AM – 11 AM$/, [11 * 60 + 3, 13 * 60]);
  expect(await line(/^Sun: 8 AM – 1 PM$/)).toBeDefined();
});

test('a drag that ends before the next render counts', async () => {
  show();
  const { element, pointer } = await lineToDrag(/^Wed: 6 AM – 11 PM$/, 1_200);
  act(() => {
    fireEvent.pointerDown(element, pointer(12 * 60 + 5));
    fireEvent.pointerMove(element, pointer(16 * 60 - 5));
    fireEvent.pointerUp(element, pointer(16 * 60 - 5));
  });
  expect(await line(/^Wed: 6 AM – 12 PM, 4 PM – 11 PM$/)).toBeDefined();
});

test('a second finger on a line neither moves nor ends a drag', async () => {
  show();
  const { element, pointer } = await lineToDrag(/^Wed: 6 AM – 11 PM$/, 1_200);
  const second = { ...pointer(20 * 60), pointerId: 2, isPrimary: false };
  fireEvent.pointerDown(element, pointer(12 * 60 + 5));
  fireEvent.pointerMove(element, pointer(16 * 60 - 5));
  fireEvent.pointerDown(element, second);
  fireEvent.pointerMove(element, second);
  fireEvent.pointerUp(element, second);
  expect(await line(/^Wed: 6 AM – 11 PM$/)).toBeDefined();
  fireEvent.pointerUp(element, pointer(16 * 60 - 5));
  expect(await line(/^Wed: 6 AM – 12 PM, 4 PM – 11 PM$/)).toBeDefined();
});

test('a tap beside an end of the hours on a narrow line changes nothing', async () => {
  show();
  // On 240 pixels a pixel is 5 minutes, so a tap 40 minutes from the end is still near it.
  await drag(/^Wed: 6 AM – 11 PM$/, [23 * 60 - 40, 23 * 60 - 35], 240);
  await drag(/^Wed: 6 AM – 11 PM$/, [6 * 60 - 40, 6 * 60 - 40], 240);
  expect(await line(/^Wed: 6 AM – 11 PM$/)).toBeDefined();
  expect(screen.getByText('Nothing changes yet')).toBeDefined();
});

test('of two ends near a press the nearest one moves', async () => {
  show();
  // Closed from 12 PM to 1 PM.
  await drag(/^Wed: 6 AM – 11 PM$/, [12 * 60 + 5, 13 * 60 - 5]);
  await drag(/^Wed: 6 AM – 12 PM, 1 PM – 11 PM$/, [13 * 60 - 10, 12 * 60 - 10], 240);
  expect(await line(/^Wed: 6 AM – 11 PM$/)).toBeDefined();
});

test('an end of the hours moves by as much as the pointer, and at most to the end of the line', async () => {
  show();
  await drag(/^Wed: 6 AM – 11 PM$/, [23 * 60 - 40, 21 * 60 - 40], 240);
  expect(await line(/^Wed: 6 AM – 9 PM$/)).toBeDefined();
  await drag(/^Wed: 6 AM – 9 PM$/, [21 * 60 - 40, 28 * 60], 240);
  expect(await line(/^Wed: 6 AM – 12 AM$/)).toBeDefined();
});

test('the court of a booking outside the new hours is named in the language of the desk', async () => {
  setLanguage('hi', { courtName: { numbered: (number: string) => `कोर्ट ${number}` } });
  show();
  const closes = await screen.findAllByLabelText(/, hours 1: closes$/, { selector: 'input' });
  fireEvent.change(closes[0] as HTMLElement, { target: { value: '12:00' } });
  expect(await screen.findByText('कोर्ट 3, Rohan Mehta')).toBeDefined();
});

test('a wrong value is shown with its error and kept, and cannot be published', async () => {
  const { user } = show();
  await closeAt('');
  expect(await screen.findByText('Write a time.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Something needs a correction' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Something needs a correction' })).toHaveProperty('disabled', true);
  await closeAt('22:00');
  expect(await line(/^Mon: 6 AM – 10 PM$/)).toBeDefined();
  const ahead = screen.getByRole('textbox', { name: 'Days ahead' });
  await user.type(ahead, '120');
  expect(await screen.findByText('Write a number from 1 to 90, or leave it empty.')).toBeDefined();
  expect(ahead).toHaveProperty('value', '120');
});

test('the unfinished time of removed hours is not that of the hours after them', async () => {
  const { user } = show({
    'GET /api/desk/venues/{venue}/hours': () =>
      hours({ weeks: [{ valid_from: null, days: [[MORNING, EVENING], [], [], [], [], [], []] }] }),
  });
  const closes = (at: number) =>
    screen.getByLabelText<HTMLInputElement>(`Mon, hours ${at}: closes`, { selector: 'input' });
  await line(/^Mon: 6 AM – 11 AM, 4 PM – 11 PM$/);
  fireEvent.change(closes(1), { target: { value: '' } });
  expect(screen.getByText('Write a time.')).toBeDefined();
  await user.click(screen.getAllByRole('button', { name: /^Close 6 AM/ })[0]!);
  expect(await line(/^Mon: 4 PM – 11 PM$/)).toBeDefined();
  expect(closes(1).value).toBe('23:00');
  expect(screen.queryByText('Write a time.')).toBeNull();
});

test('a part of the screen keeps the focus when its button is removed', async () => {
  const { user } = show();
  const focused = (name: string) =>
    waitFor(() => {
      expect(document.activeElement).not.toBe(document.body);
      expect(document.activeElement?.contains(screen.getByText(name))).toBe(true);
      expect(document.activeElement?.contains(screen.getByRole('heading', { level: 1 }))).toBe(false);
    });
  await user.click(await screen.findByRole('button', { name: 'Close the day' }));
  await focused('Copy to every day');
  await user.click(screen.getByRole('button', { name: 'Remove Christmas' }));
  await focused('Add a day');
  await user.click(await screen.findByRole('button', { name: 'Drop the draft' }));
  await focused('Nothing changes yet');
});

test('the button to the preview moves the focus there', async () => {
  const { user } = show();
  await closeAt('12:00');
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  const panel = screen.getByRole('region', { name: 'What changes' });
  expect(scrolled.mock.contexts).toEqual([panel]);
  expect(document.activeElement).toBe(panel);
  scrolled.mockRestore();
});

test('hours that are added below later ones are sent in order', async () => {
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/hours': () =>
      hours({ weeks: [{ valid_from: null, days: [[EVENING], [], [], [], [], [], []] }] }),
  });
  await line(/^Mon: 4 PM – 11 PM$/);
  await user.click(screen.getByRole('button', { name: 'Add hours' }));
  const type = (kind: 'opens' | 'closes', value: string) =>
    fireEvent.change(screen.getByLabelText(`Mon, hours 2: ${kind}`, { selector: 'input' }), { target: { value } });
  type('opens', '06:00');
  type('closes', '11:00');
  expect(await line(/^Mon: 6 AM – 11 AM, 4 PM – 11 PM$/)).toBeDefined();
  expect(screen.queryByText(/These hours overlap/)).toBeNull();
  await publish(user);
  await waitFor(() =>
    expect(published(log)).toMatchObject([{ hours: { week: [[MORNING, EVENING], [], [], [], [], [], []] } }]),
  );
});

test('a day with an unfinished time says what is wrong when it is opened again', async () => {
  const { user } = show();
  await closeAt('');
  await user.click(screen.getByRole('button', { name: 'Change Tue' }));
  expect(screen.queryByText('Write a time.')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Change Mon,/ }));
  expect(await screen.findByText('A slot lasts 60 minutes. Close later, or open earlier.')).toBeDefined();
});

test.each([
  ['a phone', 22.5],
  ['a tablet', 64],
])('the buttons of the week say on %s which days are changed and which need a correction', async (_, rem) => {
  stubWindowWidth(rem);
  show();
  await closeAt('22:00');
  expect(await screen.findByRole('button', { name: 'Change Mon, Draft, not yet public' })).toBeDefined();
  await closeAt('');
  const name = 'Change Mon, Something needs a correction, Draft, not yet public';
  expect(await screen.findByRole('button', { name })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Change Tue' })).toBeDefined();
});

test('a day that needs a correction has a sign on a phone, not only another colour', async () => {
  stubWindowWidth(22.5);
  show();
  const signOf = (name: RegExp) => screen.getByRole('button', { name }).querySelector('svg');
  await closeAt('22:00');
  expect(signOf(/^Change Mon,/)).toBeNull();
  await closeAt('');
  expect(signOf(/^Change Mon,/)).not.toBeNull();
  expect(signOf(/^Change Tue$/)).toBeNull();
});

test('a special day is added with its label, and a day cannot be added twice', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add a day' }));
  const dialog = screen.getByRole('dialog', { name: 'Add a day' });
  await user.click(within(dialog).getByRole('button', { name: 'Keep this day' }));
  expect(within(dialog).getByText('Choose a day from today on.')).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: '2028-11-24' } });
  expect(within(dialog).getByText('Choose a day up to 23 November 2028.')).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: '2026-12-25' } });
  expect(within(dialog).getByText('This day is in the list already.')).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: '2026-11-24' } });
  await user.type(within(dialog).getByLabelText('What players read'), 'Diwali');
  await user.click(within(dialog).getByRole('button', { name: 'Keep this day' }));
  expect(await screen.findByText('Diwali')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove Christmas' }));
  expect(screen.queryByText('Christmas')).toBeNull();
});

test('a special day whose hours overlap, because slots have become longer, is marked', async () => {
  const spans = [MORNING, { first_minute: 690, last_minute: 690 }];
  const special_days = [{ day: '2026-12-25', label: 'Christmas', spans }];
  show({ 'GET /api/desk/venues/{venue}/hours': () => hours({ slot_minutes: 120, special_days }) });
  await closeAt('22:00');
  expect(await screen.findByRole('heading', { name: 'Something needs a correction' })).toBeDefined();
  const overlap = screen.getByText('These hours overlap. Change a time, or remove one of them.');
  expect(overlap.closest('li')?.textContent).toContain('Christmas');
});

test('the second press of a double click removes neither the next special day nor the next hours', async () => {
  const christmas = { day: '2026-12-25', label: 'Christmas', spans: [] };
  const tournament = { day: '2026-12-01', label: 'Tournament', spans: [] };
  const { user } = show({
    'GET /api/desk/venues/{venue}/hours': () =>
      hours({
        special_days: [tournament, christmas],
        weeks: [{ valid_from: null, days: [[MORNING, EVENING], [], [], [], [], [], []] }],
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Tournament' }));
  expect(screen.queryByText('Tournament')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Christmas' }), { detail: 2 });
  expect(screen.getByText('Christmas')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close 6 AM – 11 AM' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close 4 PM – 11 PM' }), { detail: 2 });
  expect(await line(/^Mon: 4 PM – 11 PM$/)).toBeDefined();
});

test('a special day that is not kept puts the focus on what is wrong', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add a day' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a day' }));
  const keep = dialog.getByRole('button', { name: 'Keep this day' });
  const focused = (label: string) => waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(label)));
  await user.click(keep);
  await focused('Day');
  fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '2026-11-24' } });
  await user.click(keep);
  await focused('What players read');
  await user.type(dialog.getByLabelText('What players read'), 'Cup');
  await user.click(dialog.getByRole('radio', { name: 'Other hours' }));
  fireEvent.change(dialog.getByLabelText('On that day, hours 1: closes'), { target: { value: '' } });
  await user.click(keep);
  // The two times are an error together.
  await focused('On that day, hours 1: opens');
});

test('a label with a character that cannot be seen is refused before it is kept', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add a day' }));
  const dialog = screen.getByRole('dialog', { name: 'Add a day' });
  const label = within(dialog).getByLabelText('What players read');
  fireEvent.change(label, { target: { value: 'Diwali\u200b' } });
  expect(within(dialog).getByText(/cannot be seen/)).toBeDefined();
  fireEvent.change(label, { target: { value: 'Diwali' } });
  expect(within(dialog).queryByText(/cannot be seen/)).toBeNull();
});

test('a special day of another year has its year', async () => {
  const special_days = ['2026-12-25', '2027-12-25'].map((day) => ({ day, label: 'Christmas', spans: [] }));
  show({ 'GET /api/desk/venues/{venue}/hours': () => hours({ special_days }) });
  expect(await screen.findByText('Dec, Fri')).toBeDefined();
  expect(screen.getByText('Dec 2027, Sat')).toBeDefined();
});

test('a label without spaces breaks inside its card', async () => {
  const label = 'X'.repeat(40);
  show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ special_days: [{ day: '2026-12-25', label, spans: [] }] }),
  });
  // Nothing is laid out here, so the test looks for the class that lets a card be narrower than its longest word.
  expect((await screen.findByText(label)).className).toContain('wrap-anywhere');
});

test('a special day that is being changed can be kept after the hours were read again', async () => {
  let special_days: DeskHours['special_days'] = [{ day: '2026-12-25', label: 'Christmas', spans: [] }];
  const { user, queryClient } = show({ 'GET /api/desk/venues/{venue}/hours': () => hours({ special_days }) });
  await user.click(await screen.findByRole('button', { name: 'Change Christmas' }));
  const dialog = within(await screen.findByRole('dialog'));
  special_days = [{ day: '2026-12-01', label: 'Tournament', spans: [] }, ...special_days];
  await queryClient.refetchQueries({ queryKey: ['hours', 3] });
  await screen.findByText('Tournament');
  fireEvent.change(dialog.getByLabelText('What players read'), { target: { value: 'Christmas Day' } });
  await user.click(dialog.getByRole('button', { name: 'Keep this day' }));
  expect(await screen.findByText('Christmas Day')).toBeTruthy();
  expect(screen.queryByText('Christmas')).toBeNull();
});

test('other hours of a special day begin as those of its weekday, until they are changed', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Change Christmas' }));
  const dialog = screen.getByRole('dialog', { name: 'Fri 25 Dec' });
  const opens = () => within(dialog).queryByLabelText<HTMLInputElement>('On that day, hours 1: opens');
  const choose = (day: string) => fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: day } });
  await user.click(within(dialog).getByRole('radio', { name: 'Other hours' }));
  expect(opens()?.value).toBe('06:00');
  // A Sunday, which is closed. A browser reports a year that is being typed as 0002 first.
  choose('0002-11-29');
  choose('2026-11-29');
  expect(opens()).toBeNull();
  choose('2026-11-30');
  fireEvent.change(opens()!, { target: { value: '10:00' } });
  choose('2026-11-29');
  expect(opens()?.value).toBe('10:00');
});

test.each(['🪔'.repeat(40), 'दीप्ति'.repeat(6) + 'दिवा'])('a label of 40 characters is kept: %s', async (label) => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Add a day' }));
  const dialog = screen.getByRole('dialog', { name: 'Add a day' });
  const field = within(dialog).getByLabelText('What players read');
  fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: '2026-11-24' } });
  fireEvent.change(field, { target: { value: `${label}x` } });
  expect(within(dialog).getByText('Write a few words, at most 40 characters.')).toBeDefined();
  fireEvent.change(field, { target: { value: label } });
  await user.click(within(dialog).getByRole('button', { name: 'Keep this day' }));
  expect(await screen.findByText(label)).toBeDefined();
});

test('after another person has published, the draft stays, and is published once its author keeps it', async () => {
  let version = 4;
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ version }),
    'POST /api/desk/venues/{venue}/hours': () => {
      if (version === 5) return [201, { version: 6, valid_from: '2026-11-23', opened: 0, closed: 0, outside: 0 }];
      version = 5;
      return [409, problem('hours_changed')];
    },
  });
  await closeAt('22:00');
  await publish(user);
  await user.click(await screen.findByRole('button', { name: 'Keep my draft' }));
  expect(await line(/^Mon: 6 AM – 10 PM$/)).toBeDefined();
  await publish(user);
  await waitFor(() => expect(published(log).map((body) => body?.['base_version'])).toEqual([4, 5]));
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
});

test('after another person has published, a change that is previewed then asks what becomes of the draft', async () => {
  let version = 4;
  show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ version }),
    'POST /api/desk/venues/{venue}/hours/preview': ({ body }) =>
      body?.['base_version'] === version ? preview() : [409, problem('hours_changed')],
  });
  await closeAt('22:00');
  await screen.findAllByText('300 slots close');
  version = 5;
  await closeAt('21:00');
  expect(await screen.findByRole('button', { name: 'Keep my draft' })).toBeDefined();
});

test('after another person has published, their hours are shown by a button that says that it drops the draft', async () => {
  let version = 4;
  const { user } = show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ version }),
    'POST /api/desk/venues/{venue}/hours': () => {
      version = 5;
      return [409, problem('hours_changed')];
    },
  });
  await closeAt('22:00');
  await publish(user);
  await user.click(await screen.findByRole('button', { name: 'Drop my draft' }));
  expect(await line(/^Mon: 6 AM – 11 PM$/)).toBeDefined();
  expect(screen.getByText('Nothing changes yet')).toBeDefined();
});

test.each([problem('special_day_wrong'), problem('invalid', { fields: { special_days: 'count' } })])(
  'too many special days are refused with their limit: $code',
  async (refusal) => {
    show({ 'POST /api/desk/venues/{venue}/hours/preview': () => [422, refusal] });
    await closeAt('22:00');
    expect(await screen.findByText(/there are more than 400/)).toBeDefined();
  },
);

test('a chosen day that has passed meanwhile is moved to the present day', async () => {
  let today = '2026-11-22';
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ today }),
    'POST /api/desk/venues/{venue}/hours/preview': ({ body }) =>
      String(body?.['valid_from']) < today
        ? [422, { ...problem('invalid'), fields: { valid_from: 'range' } }]
        : preview(),
  });
  await closeAt('22:00');
  await user.click(await screen.findByRole('button', { name: 'Sun 22 Nov' }));
  expect(await screen.findByRole('button', { name: 'Publish from Sun 22 Nov' })).toBeDefined();
  today = '2026-11-23';
  await closeAt('21:00');
  await publish(user);
  await waitFor(() => expect(published(log)[0]).toMatchObject({ valid_from: '2026-11-23' }));
});

test('hours that were published too late for their first day are published from the present day', async () => {
  let today = '2026-11-22';
  const { user, log } = show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ today }),
    'POST /api/desk/venues/{venue}/hours': ({ body }) =>
      String(body?.['valid_from']) < today
        ? [422, { ...problem('invalid'), fields: { valid_from: 'range' } }]
        : [201, { version: 5, valid_from: today, opened: 0, closed: 300, outside: 1 }],
  });
  await closeAt('22:00');
  await user.click(await screen.findByRole('button', { name: 'Sun 22 Nov' }));
  const tooLate = await screen.findByRole('button', { name: 'Publish from Sun 22 Nov' });
  await waitFor(() => expect(tooLate).toHaveProperty('disabled', false));
  today = '2026-11-23';
  await user.click(tooLate);
  await publish(user);
  await waitFor(() => expect(published(log).map((body) => body?.['valid_from'])).toEqual(['2026-11-22', '2026-11-23']));
});

test('an earlier version is brought back, and starts without a price have a link to the prices', async () => {
  const unpriced = [{ day: '2026-11-23', minute: 1380, courts: 12 }];
  const { user, log } = show({
    'POST /api/desk/venues/{venue}/hours/preview': () => preview({ unpriced, opened: 12, closed: 0 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Versions' }));
  const dialog = screen.getByRole('dialog', { name: 'Versions' });
  expect(dialog.textContent).toContain('from Fri, 20 Nov 2026 · 102 slots a week on each court · one special day');
  expect(dialog.textContent).toContain('Asha Patel, Wed, 18 Nov 2026, 11:30 AM');
  expect(dialog.textContent).toContain('Versions before 3 are not listed.');
  await user.click(within(dialog).getByRole('button', { name: 'Bring back version 3' }));
  expect(await screen.findByText('Brings back version 3')).toBeDefined();
  expect(await screen.findByText('Mon 11 PM cannot be booked')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Set prices' }).getAttribute('href')).toBe('/v/3/prices');
  await publish(user);
  await waitFor(() => expect(published(log)).toMatchObject([{ revert_to: 3, hours: null }]));
});

test('starts without a price are named with the number of courts if others have one, and on a special day with its date', async () => {
  const unpriced = [
    { day: '2026-11-23', minute: 1380, courts: 3 },
    { day: '2026-12-25', minute: 600, courts: 12 },
  ];
  const special_days = [{ day: '2026-12-25', label: 'Christmas', spans: [MORNING] }];
  show({
    'GET /api/desk/venues/{venue}/hours': () => hours({ special_days }),
    'POST /api/desk/venues/{venue}/hours/preview': () => preview({ unpriced }),
  });
  await closeAt('22:00');
  expect(await screen.findByText('Mon 11 PM on 3 courts, Fri 25 Dec 10 AM cannot be booked')).toBeDefined();
});

test('bringing a version back drops the painted hours and their first day', async () => {
  const { user, log } = show();
  await closeAt('22:00');
  await user.click(await screen.findByRole('button', { name: 'Wed 25 Nov' }));
  await user.click(screen.getByRole('button', { name: 'Versions' }));
  await user.click(screen.getByRole('button', { name: 'Bring back version 3' }));
  expect(await screen.findByText('Brings back version 3')).toBeDefined();
  expect(await line(/^Mon: 6 AM – 11 PM$/)).toBeDefined();
  await publish(user);
  await waitFor(() => expect(published(log)).toMatchObject([{ revert_to: 3, hours: null, valid_from: '2026-11-23' }]));
});

test('without the permission the screen says whom to ask', async () => {
  show({}, {});
  expect(await screen.findByText('Your role does not change hours. Ask a manager.')).toBeDefined();
});

test('while hours are published they cannot be changed', async () => {
  const body = { version: 5, valid_from: '2026-11-23', opened: 0, closed: 300, outside: 1 };
  const answer = deferred<[201, typeof body]>();
  const { user } = show({ 'POST /api/desk/venues/{venue}/hours': () => answer.promise });
  const closes = () => screen.findByLabelText('Mon, hours 1: closes', { selector: 'input' });
  fireEvent.change(await closes(), { target: { value: '22:00' } });
  await publish(user);
  expect(await closes()).toHaveProperty('disabled', true);
  for (const name of ['Add a day', 'Drop the draft', 'Versions']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
  await user.click(screen.getByRole('button', { name: 'Wed 25 Nov' }));
  expect(screen.getByRole('button', { name: 'Mon 23 Nov', pressed: true })).toBeDefined();
  answer.resolve([201, body]);
  expect(await screen.findByText('Nothing changes yet')).toBeDefined();
  await waitFor(async () => expect(await closes()).toHaveProperty('disabled', false));
});

test('while the hours of one venue are published, those of another are changed', async () => {
  const body = { version: 5, valid_from: '2026-11-23', opened: 0, closed: 300, outside: 1 };
  const answer = deferred<[201, typeof body]>();
  const newMill = { ...oldMill, id: 4, name: 'New Mill' };
  const replies: DeskReplies = { 'POST /api/desk/venues/{venue}/hours': () => answer.promise };
  const { user } = show(replies, { 'hours.publish': 'yes' }, [oldMill, newMill]);
  await closeAt('22:00');
  await publish(user);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), '4');
  expect(await line(/^Mon: 6 AM – 11 PM$/)).toBeDefined();
  const closes = screen.getByLabelText('Mon, hours 1: closes', { selector: 'input' });
  expect(closes).toHaveProperty('disabled', false);
  await closeAt('21:00');
  expect(await line(/^Mon: 6 AM – 9 PM$/)).toBeDefined();
  answer.resolve([201, body]);
});

test('hours that were refused after another venue was chosen are reported as a toast', async () => {
  const answered = deferred<void>();
  const replies: DeskReplies = {
    'POST /api/desk/venues/{venue}/hours': async () => {
      await answered.promise;
      return [409, problem('hours_changed')];
    },
  };
  const newMill = { ...oldMill, id: 4, name: 'New Mill' };
  const { user, log } = show(replies, { 'hours.publish': 'yes' }, [oldMill, newMill]);
  await closeAt('22:00');
  await publish(user);
  await waitFor(() => expect(published(log)).toHaveLength(1));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), '4');
  expect(await line(/^Mon: 6 AM – 11 PM$/)).toBeDefined();
  answered.resolve();
  expect(await screen.findByText(/^error: Nothing was published \| Another person published hours/)).toBeDefined();
});

test('the hours of a retired venue are not shown, and a venue of others is told from it', async () => {
  show({}, { 'hours.publish': 'yes' }, [{ ...oldMill, is_retired: true }]);
  expect(await screen.findByText('This venue is retired. An owner can bring it back under Set-up.')).toBeDefined();
  cleanup();
  show({}, { 'hours.publish': 'yes' }, [{ ...oldMill, id: 4, name: 'New Mill' }]);
  expect(await screen.findByText('This is not one of your venues.')).toBeDefined();
});
