import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeTexts } from '@/desk/api/write-texts';
import { deferred } from '@/testing/deferred';
import { problem, SAMPLE_DAY, sampleBooking, sampleFact, sampleInstant } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { forgetToasts, toastTexts, toasts } from '@/testing/toasts';
import { noteServerTime } from '@/desk/api/connection';
import type { QueuedFact } from '@/desk/api/fact';
import { queueStore } from '@/desk/api/queue';
import {
  CLOSE,
  clerk,
  CORRECT,
  DAY_END,
  FIGURES,
  manager,
  MARK,
  MATCH,
  NOTHING_OPEN,
  openDayEnd,
  sampleDayEnd,
  sampleGame,
} from './close-day.test-kit';

const ME = 'GET /api/desk/me';
const MESSAGE = 'Old Mill · Sun 22 Nov 2026\nClosed 11:12 PM by Nisha · check K7Q4';

/** The games of Rohan and Asha, whose attendance is not marked. */
const unmarked = [sampleGame(), sampleGame({ order: '4820193757', name: 'Asha Patel' })];

const closed = (changes: object = {}) =>
  sampleDayEnd({
    closed: { at: sampleInstant(1392), by: 'Nisha Trivedi', check: 'K7Q4', message: MESSAGE },
    figures: FIGURES,
    games: [
      sampleGame({ outcome: 'missed' }),
      sampleGame({ order: '4820193757', name: 'Asha Patel', outcome: 'played' }),
    ],
    ...changes,
  });

beforeEach(() => {
  vi.setSystemTime(sampleInstant(1390));
  localStorage.clear();
  forgetToasts();
});
afterEach(() => vi.unstubAllGlobals());

const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('an empty list says so, and one key closes the day', async () => {
  let isClosed = false;
  const { user, calls } = openDayEnd({
    [DAY_END]: () => (isClosed ? closed() : sampleDayEnd()),
    [CLOSE]: () => {
      isClosed = true;
      return [204, null];
    },
  });
  await button(/^Close the day/);
  expect((await screen.findAllByText('Nothing is open.')).length).toBeGreaterThan(0);
  await user.keyboard('{Enter}');
  await screen.findByText(/^Closed .*11:12 PM by Nisha Trivedi$/);
  expect(toastTexts()).toEqual(['The day is closed.']);
  expect(calls(CLOSE)).toHaveLength(1);
  expect(calls(CLOSE)[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test('as long as games are ahead, an empty list says so far, and not that everybody is marked', async () => {
  openDayEnd({ [DAY_END]: () => sampleDayEnd({ over_at: sampleInstant(1400) }) });
  expect(await screen.findByText(/^So far all is done/)).toBeTruthy();
  expect(screen.queryByText(/^Everybody is marked/)).toBeNull();
});

test('the keys act on the first line of the list, also after a refusal, until no line is left', async () => {
  let left = unmarked;
  const { user, calls } = openDayEnd({
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, unmarked: left } }),
    [MARK]: ({ params }) => {
      left = left.filter(({ order }) => order !== params['order']);
      return [412, problem('changed_meanwhile')];
    },
  });
  await button('Rohan Mehta, 7 PM, Court 3 · 1736: came');
  expect(screen.queryByRole('button', { name: /^Close the day/ }), 'a clerk empties the list first').toBeNull();
  await user.keyboard('i');
  await waitFor(() => expect(screen.queryByText('Rohan Mehta')).toBeNull());
  await user.keyboard('n');
  await waitFor(() => expect(screen.queryByText('Asha Patel')).toBeNull());
  expect(calls(MARK).map(({ body }) => body)).toEqual([{ state: 'arrived' }, { state: 'absent' }]);
  expect(calls(MARK).map(({ ifMatch }) => ifMatch)).toEqual(['"2"', '"2"']);
});

test('a line that is marked leaves the list, and the next one takes its place', async () => {
  let left = unmarked;
  const { user, calls } = openDayEnd({
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, unmarked: left } }),
    [MARK]: ({ params }) => {
      left = left.filter(({ order }) => order !== params['order']);
      return sampleBooking({ order: params['order'], attendance: 'arrived', version: 3 });
    },
  });
  await button('Rohan Mehta, 7 PM, Court 3 · 1736: came');
  await user.keyboard('i');
  await waitFor(() => expect(screen.queryByText('Rohan Mehta')).toBeNull());
  expect((await button(/^Asha Patel.*: came$/)).getAttribute('aria-keyshortcuts')).toBe('I');
  expect(screen.queryByText(/changed meanwhile/)).toBeNull();
  await user.keyboard('i');
  await waitFor(() => expect(screen.getAllByText('Nothing is open.').length).toBeGreaterThan(0));
  expect(calls(MARK).map(({ params, body }) => [params['order'], body])).toEqual([
    ['4820193756', { state: 'arrived' }],
    ['4820193757', { state: 'arrived' }],
  ]);
});

test('while a line is being marked the buttons of the others are shown as off, and do nothing', async () => {
  const answer = deferred<ReturnType<typeof sampleBooking>>();
  const { user, calls } = openDayEnd({
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, unmarked } }),
    [MARK]: () => answer.promise,
  });
  await user.click(await button(/^Rohan Mehta.*: came$/));
  const other = await button(/^Asha Patel.*: came$/);
  expect(other.getAttribute('aria-disabled')).toBe('true');
  expect(other.className).toContain('aria-disabled:opacity-50');
  await user.click(other);
  answer.resolve(sampleBooking({ attendance: 'arrived', version: 3 }));
  await waitFor(() => expect(other.getAttribute('aria-disabled')).toBeNull());
  expect(calls(MARK)).toHaveLength(1);
});

test('the second press of a double click does not mark the game that took the place of the first one', async () => {
  let left = unmarked;
  const { user, calls } = openDayEnd({
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, unmarked: left } }),
    [MARK]: ({ params }) => {
      left = left.filter(({ order }) => order !== params['order']);
      return sampleBooking({ order: params['order'], version: 3 });
    },
  });
  await user.click(await button(/^Rohan Mehta.*: not here$/));
  await waitFor(() => expect(screen.queryByText('Rohan Mehta')).toBeNull());
  const next = await button(/^Asha Patel.*: not here$/);
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(next, { detail: 2 });
  await user.click(await button(/^Asha Patel.*: came$/));
  await waitFor(() =>
    expect(calls(MARK).map(({ params, body }) => [params['order'], body])).toEqual([
      ['4820193756', { state: 'absent' }],
      ['4820193757', { state: 'arrived' }],
    ]),
  );
});

test('the second press of a double click does not match the payment that took the place of the first one', async () => {
  const { order, name, court, minute } = sampleGame();
  let left = [1, 2, 3].map((number) => ({
    payment: String(number),
    at: sampleInstant(1140),
    received_paise: number * 10_000,
    reference: null,
    paid_for: { order, name, court, day: SAMPLE_DAY, minute },
  }));
  const { user, calls } = openDayEnd({
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, to_match: left } }),
    [MATCH]: ({ params }) => {
      left = left.filter(({ payment }) => payment !== params['payment']);
      return [204, null];
    },
  });
  const found = (amount: string) => button(`${amount} of ${name} is found in the bank`);
  await user.click(await found('₹100'));
  await waitFor(() => expect(screen.queryByText(`₹100, ${name}`)).toBeNull());
  fireEvent.click(await found('₹200'), { detail: 2 });
  await user.click(await found('₹300'));
  await waitFor(() => expect(calls(MATCH).map(({ params }) => params['payment'])).toEqual(['1', '3']));
  expect(screen.getByText(`₹200, ${name}`)).toBeTruthy();
});

test('the line of the drawer is shown as the one on which the keys act', async () => {
  const shift = { id: '7', kept_by: 'Nisha Trivedi', opened_at: sampleInstant(600) };
  openDayEnd({ [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, shift } }) });
  const line = (await screen.findByText('The shift of Nisha Trivedi is not counted')).closest('li');
  expect(line?.className).toContain('bg-raised');
});

test('without the permission to take money the lines of UPI payments and of the drawer have no buttons', async () => {
  const shift = { id: '7', kept_by: 'Nisha Trivedi', opened_at: sampleInstant(600) };
  const { order, name, court, minute } = sampleGame();
  const payment = {
    payment: '9',
    at: sampleInstant(1140),
    received_paise: 85_000,
    reference: null,
    paid_for: { order, name, court, day: SAMPLE_DAY, minute },
  };
  openDayEnd({
    [ME]: () => ({ ...clerk, permissions: { ...clerk.permissions, 'payment.take': 'no' } }),
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, to_match: [payment], shift } }),
  });
  const upi = (await screen.findByText(`₹850, ${name}`)).closest('li');
  const drawer = screen.getByText('The shift of Nisha Trivedi is not counted').closest('li');
  for (const row of [upi, drawer]) {
    expect(row?.querySelector('button, a')).toBeNull();
    expect(row?.className).not.toContain('bg-raised');
  }
});

test('a shift and a payment of another day are shown with that day', async () => {
  const shift = { id: '7', kept_by: 'Nisha Trivedi', opened_at: sampleInstant(600 - 1440) };
  const { order, name, court, minute } = sampleGame();
  const payment = {
    payment: '9',
    at: sampleInstant(1450),
    received_paise: 85_000,
    reference: null,
    paid_for: { order, name, court, day: SAMPLE_DAY, minute },
  };
  openDayEnd({ [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, to_match: [payment], shift } }) });
  expect(await screen.findByText('since Sat 21, 10:00 AM')).toBeTruthy();
  expect(screen.getByText('Mon 23, 12:10 AM')).toBeTruthy();
});

test('after a closing that got no answer the message says that the day may be closed', async () => {
  const { user } = openDayEnd({ [CLOSE]: () => 'no network' });
  await user.click(await button(/^Close the day/));
  expect(await screen.findByText(/No answer came/, {}, { timeout: 10_000 })).toBeTruthy();
  expect(toasts().map(({ title, text }) => [title, text])).toEqual([
    ['It is not known whether the day was closed', 'No answer came. Asking again closes nothing twice.'],
  ]);
  expect(toasts()[0]?.isForAnyone, 'it stays when the device is locked').toBe(true);
});

test('the arrows choose the line on which the keys act', async () => {
  const { user, calls } = openDayEnd({
    [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, unmarked } }),
    [MARK]: () => [409, problem('day_closed')],
  });
  const first = await button(/^Rohan Mehta.*: came$/);
  first.focus();
  // The browser scrolls to the end by this key.
  await user.keyboard('{Meta>}{ArrowDown}{/Meta}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowDown}n');
  await waitFor(() => expect(calls(MARK)).toHaveLength(1));
  expect(calls(MARK)[0]?.params['order']).toBe('4820193757');
  await screen.findByText('The day is closed. A manager can correct who came, with a reason.');
});

test('a manager reads what stays open, and confirms it', async () => {
  const open = { ...NOTHING_OPEN, due: [sampleGame({ due_paise: 85_000 })] };
  const { user, calls } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => sampleDayEnd({ may_leave_open: true, open, figures: FIGURES }),
    [CLOSE]: () => [409, problem('earlier_day_open')],
  });
  await screen.findByText('₹850 due');
  await screen.findByText('92 of 187');
  await screen.findByText('− ₹50 at the count · ₹800 given back');
  await user.click(await button(/^Close the day/));
  await screen.findByText(/^What is open is named in the report/);
  expect(calls(CLOSE)).toHaveLength(0);
  await user.click(await button(/^Close with one open thing/));
  await waitFor(() => expect(toastTexts()[0]).toMatch(/^An earlier day is still open/));
  expect(toasts()[0]?.isForAnyone, 'it stays when the device is locked').toBe(true);
});

test('a double click only asks whether to close a day with open things', async () => {
  const open = { ...NOTHING_OPEN, due: [sampleGame({ due_paise: 85_000 })] };
  const { user, calls } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => sampleDayEnd({ may_leave_open: true, open }),
    [CLOSE]: () => [204, null],
  });
  await user.dblClick(await button(/^Close the day/));
  const confirm = await button(/^Close with one open thing/);
  expect(calls(CLOSE)).toHaveLength(0);
  await user.click(confirm);
  await waitFor(() => expect(calls(CLOSE)).toHaveLength(1));
});

test('an Enter that is held on the button only asks whether to close a day with open things', async () => {
  const open = { ...NOTHING_OPEN, due: [sampleGame({ due_paise: 85_000 })] };
  const { user, calls } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => sampleDayEnd({ may_leave_open: true, open }),
    [CLOSE]: () => [204, null],
  });
  const close = await button(/^Close the day/);
  close.focus();
  await user.keyboard('{Enter}');
  expect(await button(/^Close with one open thing/)).toBe(close);
  expect(fireEvent.keyDown(close, { key: 'Enter', repeat: true }), 'the browser presses the button').toBe(false);
  expect(calls(CLOSE)).toHaveLength(0);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls(CLOSE)).toHaveLength(1));
});

test('what opens after the list was empty is asked about again', async () => {
  const due = { ...NOTHING_OPEN, due: [sampleGame({ due_paise: 85_000 })] };
  let open = due;
  const { user, calls, queryClient } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => sampleDayEnd({ may_leave_open: true, open }),
  });
  const readAgain = () => act(() => queryClient.invalidateQueries({ queryKey: ['day-end'] }));
  await user.click(await button(/^Close the day/));
  await button(/^Close with one open thing/);
  open = NOTHING_OPEN;
  await readAgain();
  await button(/^Close the day/);
  open = due;
  await readAgain();
  await screen.findByText('₹850 due');
  await user.click(await button(/^Close the day/));
  await button(/^Close with one open thing/);
  expect(calls(CLOSE)).toHaveLength(0);
});

/** Keeps facts on this device until the end of the test. */
function keepOnDevice(...facts: QueuedFact[]): void {
  queueStore.set(facts);
  onTestFinished(() => queueStore.set([]));
}

test('with entries that are not sent yet the day is closed only after a question', async () => {
  keepOnDevice(sampleFact(), sampleFact({ id: '2' }));
  const { user, calls } = openDayEnd({ [CLOSE]: () => [204, null] });
  expect(await screen.findByRole('heading', { name: '2 things are open' })).toBeTruthy();
  expect(screen.queryByText('Nothing is open.')).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByText(/^What this device has not sent is not in the report/);
  expect(screen.queryByText(/^What is open is named in the report/)).toBeNull();
  expect(calls(CLOSE)).toHaveLength(0);
  await user.click(await button(/^Close with 2 open things/));
  await waitFor(() => expect(calls(CLOSE)).toHaveLength(1));
});

test('refused entries and those of colleagues count too, and the line says whose they are', async () => {
  const refused = sampleFact({ refusal: { code: 'changed_meanwhile', params: {}, due_paise: null } });
  const ofColleague = sampleFact({ id: '2', staff: { id: '77', name: 'Dev Patel' } });
  keepOnDevice(refused, ofColleague, { ...ofColleague, id: '3', venue: 2 });
  openDayEnd();
  expect(await screen.findByRole('heading', { name: '2 things are open' })).toBeTruthy();
  const line = `Written by ${clerk.staff.name}, Dev Patel. One was refused and needs a decision.`;
  expect(screen.getByText(line, { exact: false })).toBeTruthy();
});

test('a game that is due says that a payment of it waits on this device', async () => {
  const what = { kind: 'payment', order: '4820193756', tender: 'cash', amount_paise: 85_000 } as const;
  keepOnDevice(sampleFact({ what, staff: { id: '77', name: 'Dev Patel' } }));
  const due = [
    sampleGame({ due_paise: 85_000 }),
    sampleGame({ order: '4820193757', name: 'Asha Patel', due_paise: 60_000 }),
  ];
  openDayEnd({ [DAY_END]: () => sampleDayEnd({ open: { ...NOTHING_OPEN, due } }) });
  const line = (await screen.findByText('₹850 due')).closest('li');
  expect(line?.textContent).toContain('₹850 due, Not sent yet');
  expect(screen.getByText('₹600 due').closest('li')?.textContent).not.toContain('Not sent yet');
});

test('a day that is not over says from when on it can be closed', async () => {
  vi.setSystemTime(sampleInstant(1300));
  openDayEnd();
  await screen.findByText('The day can be closed from 10:55 PM on, when no game can begin and none is on.');
  await screen.findByText(/^If it is not closed before, it closes by itself: Mon 23 Nov, 3:00 AM\. Only players/);
  expect(screen.queryByRole('button', { name: /^Close the day/ })).toBeNull();
});

test.each([
  ['ahead', 10, 1370],
  ['behind', -10, 1380],
])(
  'on a device whose clock is 10 minutes %s the server’s time decides whether the day is over',
  async (_, wrong, at) => {
    vi.setSystemTime(sampleInstant(at + wrong));
    noteServerTime(sampleInstant(at));
    openDayEnd();
    await screen.findByText(/^If it is not closed before/);
    const isOver = at >= 1375;
    expect(screen.queryByText(/^The day can be closed from 10:55 PM on/) === null).toBe(isOver);
    expect(screen.queryByRole('button', { name: /^Close the day/ }) !== null).toBe(isOver);
  },
);

test('an open day is not said to close by itself at a time that is past', async () => {
  vi.setSystemTime(sampleInstant(1620 + 1440));
  openDayEnd();
  await button(/^Close the day/);
  expect(screen.queryByText(/it closes by itself/)).toBeNull();
});

test('the message is shared by the sheet of the device, by WhatsApp, or copied', async () => {
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { user } = openDayEnd({ [DAY_END]: () => closed() });
  await user.click(await button('Share'));
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ text: MESSAGE }));
  const link = screen.getByRole('link', { name: 'WhatsApp' });
  expect(link.getAttribute('href')).toBe(`https://wa.me/?text=${encodeURIComponent(MESSAGE)}`);
  await user.click(await button('Copy'));
  expect(await navigator.clipboard.readText()).toBe(MESSAGE);
  expect(toastTexts()).toEqual(['The message is copied.']);
});

test('a closed day shows no figures to a clerk who did not close it', async () => {
  const hidden = closed({ figures: null, closed: { at: sampleInstant(1392), by: null, check: 'K7Q4', message: null } });
  openDayEnd({ [ME]: () => clerk, [DAY_END]: () => hidden });
  await screen.findByText('The figures are for managers, and for the person who closed the day.');
  expect(screen.queryByRole('button', { name: /after all$/ })).toBeNull();
});

test('a manager corrects a game of a closed day with a reason', async () => {
  const { user, calls } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => closed(),
    [CORRECT]: () => [412, problem('changed_meanwhile')],
  });
  const [correct] = await screen.findAllByRole('button', {
    name: 'Rohan Mehta, 7 PM, Court 3 · 1736, was here after all',
  });
  if (correct === undefined) throw new Error('the game cannot be corrected');
  await user.click(correct);
  await user.keyboard('{Enter}');
  await screen.findByText('Say why');
  expect(calls(CORRECT)).toHaveLength(0);
  await user.keyboard('They played on Court 5{Enter}');
  await waitFor(() => expect(calls(CORRECT)).toHaveLength(1));
  expect(calls(CORRECT)[0]?.body).toEqual({ outcome: 'played', reason: 'They played on Court 5' });
});

test.each(['{Escape}', '{Tab}{Tab}{Enter}'])(
  'a correction that is given up by %s leaves the focus at its game',
  async (keys) => {
    const { user, calls } = openDayEnd({ [ME]: () => manager, [DAY_END]: () => closed() });
    const name = 'Rohan Mehta, 7 PM, Court 3 · 1736, was here after all';
    const [correct] = await screen.findAllByRole('button', { name });
    if (correct === undefined) throw new Error('the game cannot be corrected');
    await user.click(correct);
    await user.keyboard(`They played${keys}`);
    await waitFor(() => expect(screen.queryByLabelText('Why is it corrected?')).toBeNull());
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name })[0]);
    expect(calls(CORRECT)).toHaveLength(0);
  },
);

test('a correction does what was pressed, also if a colleague corrected the game meanwhile', async () => {
  let games = [sampleGame({ outcome: 'played' })];
  const { user, calls } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => closed({ games }),
    [CORRECT]: () => [412, problem('changed_meanwhile')],
  });
  await user.click(await button('Rohan Mehta, 7 PM, Court 3 · 1736, was not here after all'));
  games = [sampleGame({ outcome: 'missed', version: 3 })];
  vi.setSystemTime(sampleInstant(1391));
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findAllByText('Missed')).toHaveLength(2);
  await user.type(screen.getByLabelText('Why is it corrected?'), 'The court was empty{Enter}');
  await waitFor(() => expect(calls(CORRECT)).toHaveLength(1));
  expect(calls(CORRECT)[0]?.body?.['outcome']).toBe('missed');
});

test('after a lost answer the correction of the version that it made is another request', async () => {
  let isLost = true;
  let games = [sampleGame({ outcome: 'played' })];
  const { user, calls, queryClient } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => closed({ games }),
    [CORRECT]: () => {
      games = [sampleGame({ outcome: 'missed', version: 3 })];
      return isLost ? 'no network' : sampleBooking({ version: 3 });
    },
  });
  await user.click(await button('Rohan Mehta, 7 PM, Court 3 · 1736, was not here after all'));
  await user.type(screen.getByLabelText('Why is it corrected?'), 'The court was empty{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual([writeTexts.unknownOutcome]), { timeout: 10_000 });
  expect(await screen.findAllByText('Missed')).toHaveLength(2);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  isLost = false;
  await user.click(await button('Correct it'));
  await waitFor(() => expect(toastTexts()).toContain('The game of Rohan Mehta is corrected.'));
  const sent = calls(CORRECT);
  expect(sent.at(-1)?.ifMatch).toBe('"3"');
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('a correction that is answered when another person has signed in does not name the player', async () => {
  const answer = deferred<ReturnType<typeof sampleBooking>>();
  const { user, calls, queryClient } = openDayEnd({
    [ME]: () => manager,
    [DAY_END]: () => closed(),
    [CORRECT]: () => answer.promise,
  });
  const [correct] = await screen.findAllByRole('button', {
    name: 'Rohan Mehta, 7 PM, Court 3 · 1736, was here after all',
  });
  if (correct === undefined) throw new Error('the game cannot be corrected');
  await user.click(correct);
  await user.keyboard('They played on Court 5{Enter}');
  await waitFor(() => expect(calls(CORRECT)).toHaveLength(1));
  // The screen ends with the session, and another person signs in.
  cleanup();
  queryClient.setQueryData(['me'], { ...manager, staff: { ...manager.staff, id: '13' } });
  answer.resolve(sampleBooking());
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(toasts()).toEqual([]);
});

test('a person who may not close days is told so', async () => {
  const permissions = { 'board.read': 'yes' };
  const { calls } = openDayEnd({ [ME]: () => ({ ...clerk, permissions }) });
  await screen.findByText('Your role does not close days. Ask a manager.');
  expect(calls(DAY_END)).toEqual([]);
});

test('two quick presses go two days on', async () => {
  const { place } = openDayEnd();
  const after = await button('Day after');
  // Nothing is rendered between two presses inside one `act`.
  act(() => {
    fireEvent.click(after);
    fireEvent.click(after);
  });
  await waitFor(() => expect(place()).toBe('/v/1/day/2026-11-24'));
});

test('from today, the list of venues leads to the day that it is at the chosen one', async () => {
  const there = { id: 2, name: 'Harbour Courts', time_zone: 'Pacific/Auckland', is_retired: false };
  const { user, place } = openDayEnd({ [ME]: () => ({ ...clerk, venues: [...clerk.venues, there] }) });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), '2');
  await waitFor(() => expect(place()).toBe('/v/2/day/2026-11-23'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Venue' }), '1');
  await waitFor(() => expect(place()).toBe('/v/1/day/2026-11-22'));
});

test('a day must be one that the calendar has', async () => {
  const { calls } = openDayEnd({}, '2026-02-31');
  await screen.findByText('This address names no day.');
  expect(calls(DAY_END)).toEqual([]);
});

test('the day of a retired venue that has closed its last one is not read, and a venue of others is told from it', async () => {
  const past_venues = clerk.venues.map((venue) => ({ ...venue, is_retired: true }));
  const { calls } = openDayEnd({ [ME]: () => ({ ...clerk, venues: [], past_venues }) });
  await screen.findByText('This venue is retired. An owner can bring it back under Set-up.');
  expect(calls(DAY_END)).toEqual([]);
  cleanup();
  openDayEnd({ [ME]: () => ({ ...clerk, venues: [] }) });
  await screen.findByText('This is not one of your venues.');
});

test('without a network a day that was not read has no time of reading', async () => {
  goOffline();
  openDayEnd({ [DAY_END]: () => 'no network' });
  expect(await screen.findByText('Not connected. The day is shown when the connection is back.')).toBeTruthy();
  expect(screen.queryByText(/as of/)).toBeNull();
});

test('a day that does not load can be requested again', async () => {
  let fails = true;
  const { user, calls } = openDayEnd({ [DAY_END]: () => (fails ? [503, problem('unavailable')] : sampleDayEnd()) });
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 });
  expect(calls(DAY_END).length).toBeGreaterThan(0);
  fails = false;
  await user.click(retry);
  await button(/^Close the day/);
});
