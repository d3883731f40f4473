import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import type { Entry } from './audit';
import { AuditPage } from './AuditPage';

const LIST = 'GET /api/desk/audit';
const DAY = 'GET /api/desk/audit/days/{day}';

const me = () => ({ ...sampleMe, permissions: { ...sampleMe.permissions, 'audit.read': 'yes' } });
const names = {
  staff: { 48: 'Kiran Joshi', 49: 'Nisha Rao' },
  players: { 41: 'Rohan Mehta' },
  courts: { 23: 'Court 3' },
};
const entry = (changes: Partial<Entry> = {}): Entry => ({
  id: 7,
  at: '2026-11-22T12:30:00Z',
  staff: '48',
  approver: '49',
  device: 'Front desk',
  venue: 1,
  verb: 'booking.cancelled',
  subject_kind: 'booking',
  subject_id: '4820193756',
  before: { status: 'confirmed', returned_paise: 0 },
  after: { status: 'cancel_requested', returned_paise: 80_000 },
  reason: 'Injured',
  ...changes,
});
const intact = { day: '2026-11-22', entries: 412, state: 'intact' as const, check: 'K7Q4', digest: '99f240' };

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime('2026-11-22T12:54:00Z');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(at: string, replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': me,
    [LIST]: () => ({ entries: [entry()], next: null, names }),
    [DAY]: () => intact,
    ...replies,
  });
  return { ...renderScreen({ path: '/audit', at, component: withMe(AuditPage) }), log };
}

test('a line says in a sentence what changed, who did it and why', async () => {
  open('/audit');
  const row = await screen.findByRole('link');
  expect(row.textContent).toBe(
    '6:00 PMCancelled a booking: booking 4820193756Status: confirmed → cancelled, money goes back · Goes back: ₹0 → ₹800Kiran Joshi · “Injured”',
  );
});

test('an opened entry says who approved it, on which device and why, and whether its day is as it was written', async () => {
  open('/audit?open=7');
  expect(await screen.findByRole('heading', { level: 2, name: /^Cancelled a booking/ })).toBeTruthy();
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(fact('Approved by')).toBe('Nisha Rao');
  expect(fact('Device')).toBe('Front desk');
  expect(fact('Reason')).toBe('Injured');
  expect(await screen.findByText('K7Q4')).toBeTruthy();
  expect(screen.getByText(/No entry of this day was changed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All about this booking' }).getAttribute('href')).toBe(
    '/audit?order=4820193756',
  );
});

test('an entry of a past venue has the name and the time of that venue', async () => {
  const farMill = { id: 3, name: 'Far Mill', time_zone: 'UTC', is_retired: true };
  open('/audit?open=7', {
    'GET /api/desk/me': () => ({ ...me(), past_venues: [farMill] }),
    [LIST]: () => ({ entries: [entry({ venue: 3 })], next: null, names }),
  });
  expect(await screen.findByRole('heading', { level: 2, name: /^Cancelled a booking/ })).toBeTruthy();
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(fact('Venue')).toBe('Far Mill');
  expect(fact('When')).toBe('Sun, 22 Nov 2026, 12:30 PM');
});

test('a digit taken out of a booking number keeps the others, and shows all bookings again', async () => {
  const { user, log } = open('/audit?order=4820193756');
  await user.click(await screen.findByRole('button', { name: /^Filter/ }));
  const number = screen.getByLabelText<HTMLInputElement>('Booking number');
  expect(number.value).toBe('4820193756');
  await user.type(number, '{Backspace}');
  await waitFor(() => expect(log.findLast(({ call }) => call === LIST)?.query.has('order')).toBe(false));
  expect(number.value).toBe('482019375');
  await user.type(number, '7');
  await waitFor(() => expect(log.findLast(({ call }) => call === LIST)?.query.get('order')).toBe('4820193757'));
  expect(number.value).toBe('4820193757');
});

test('an entry in the address waits for the list, and is found by loading more pages', async () => {
  const answered = deferred<void>();
  const { user } = open('/audit?open=3', {
    [LIST]: async ({ query }) => {
      await answered.promise;
      return query.has('after')
        ? { entries: [entry({ id: 3, reason: 'Rain' })], next: null, names }
        : { entries: [entry()], next: 7, names };
    },
  });
  const opened = within(await screen.findByRole('article', { name: 'Opened from Audit' }));
  expect(opened.queryByText('This entry is not among those shown.')).toBeNull();
  answered.resolve();
  expect(await opened.findByText('This entry is not among those shown.')).toBeTruthy();
  await user.click(opened.getByRole('button', { name: 'Show more' }));
  expect(await opened.findByRole('heading', { level: 2, name: /^Cancelled a booking/ })).toBeTruthy();
});

test('on a narrow screen an entry in the address says that the list did not load, and is shown after a retry', async () => {
  stubWindowWidth(50);
  let fails = true;
  const { user } = open('/audit?open=7', {
    [LIST]: () => (fails ? [503, problem('unavailable')] : { entries: [entry()], next: null, names }),
  });
  const opened = within(await screen.findByRole('article', { name: 'Opened from Audit' }));
  expect(await opened.findByText('The audit did not load')).toBeTruthy();
  expect(opened.queryByText('This entry is not among those shown.')).toBeNull();
  fails = false;
  await user.click(opened.getByRole('button', { name: 'Try again' }));
  expect(await opened.findByRole('heading', { level: 2, name: /^Cancelled a booking/ })).toBeTruthy();
});

test('beside an entry in the address only the list says that it did not load', async () => {
  stubWindowWidth(90);
  let fails = true;
  const { user } = open('/audit?open=7', {
    [LIST]: () => (fails ? [503, problem('unavailable')] : { entries: [entry()], next: null, names }),
  });
  const list = within(await screen.findByRole('region', { name: 'Audit' }));
  expect(await list.findByText('The audit did not load')).toBeTruthy();
  const opened = within(screen.getByRole('article', { name: 'Opened from Audit' }));
  expect(opened.queryByText('The audit did not load')).toBeNull();
  expect(opened.queryByText('This entry is not among those shown.')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await opened.findByRole('heading', { level: 2, name: /^Cancelled a booking/ })).toBeTruthy();
});

test('on a narrow screen the opened entry takes the focus of its row', async () => {
  stubWindowWidth(50);
  const { user } = open('/audit');
  await user.click(await screen.findByRole('link', { name: /Cancelled a booking/ }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Opened from Audit' })));
});

test.each([
  ['changed', 'K7Q4', /were changed, removed or added/],
  ['open', null, /after the day is over/],
  ['empty', null, /Nothing was done on this day/],
] as const)('a day that is %s says so', async (state, check, says) => {
  open('/audit?open=7', { [DAY]: () => ({ ...intact, state, check, digest: null }) });
  expect(await screen.findByText(says)).toBeTruthy();
});

test('the filters change the address and the request', async () => {
  const { user, place, log } = open('/audit');
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.selectOptions(screen.getByLabelText('Person'), 'Nisha Rao');
  await user.selectOptions(screen.getByLabelText('What'), 'Money only');
  expect(place()).toBe('/audit?person=49&money=1');
  await screen.findByRole('button', { name: /^Filter ?, 2 filters on$/, hidden: true });
  expect(Object.fromEntries(log.findLast(({ call }) => call === LIST)?.query ?? [])).toEqual({
    person: '49',
    money: '1',
  });
});

test('two filters that are chosen before the screen shows the first one are both in the address', async () => {
  const { user, place } = open('/audit');
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  // Nothing is rendered between two changes inside one `act`.
  act(() => {
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: '49' } });
    fireEvent.change(screen.getByLabelText('What'), { target: { value: '1' } });
  });
  await waitFor(() => expect(place()).toBe('/audit?person=49&money=1'));
});

test('a filter that is chosen before an entry is closed stays on, and an entry that is opened before all are shown stays open', async () => {
  stubWindowWidth(90);
  const { place } = open('/audit?open=7');
  const close = await screen.findByRole('button', { name: 'Close' });
  // Nothing is rendered between two presses inside one `act`.
  act(() => {
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: '49' } });
    fireEvent.click(close);
  });
  await waitFor(() => expect(place()).toBe('/audit?person=49'));
  const all = await screen.findByRole('button', { name: 'Show all' });
  const row = await screen.findByRole('link', { name: /Cancelled a booking/ });
  act(() => {
    fireEvent.click(row);
    fireEvent.click(all);
  });
  await waitFor(() => expect(place()).toBe('/audit?open=7'));
});

test('the filter by person names who is chosen while the entries are being loaded', async () => {
  const answer = deferred<object>();
  const { user } = open('/audit', {
    [LIST]: ({ query }) => {
      const found = { entries: [entry()], next: null, names };
      return query.has('person') ? answer.promise.then(() => found) : found;
    },
  });
  await screen.findByRole('link');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const person = screen.getByLabelText<HTMLSelectElement>('Person');
  await user.selectOptions(person, 'Nisha Rao');
  await waitFor(() => expect(screen.queryByRole('link', { hidden: true })).toBeNull());
  expect(person.selectedOptions[0]?.text).toBe('Nisha Rao');
  answer.resolve({});
  expect(await screen.findByRole('link', { hidden: true })).toBeTruthy();
});

test('a clerk reads that these are their own actions, and a person who may not read the audit whom to ask', async () => {
  const { user } = open('/audit', {
    'GET /api/desk/me': () => ({ ...me(), staff: { ...sampleMe.staff, role: 'desk' as const } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  expect(screen.getByText('You see what you did yourself.')).toBeTruthy();
  expect(screen.queryByLabelText('Person')).toBeNull();
  open('/audit', { 'GET /api/desk/me': () => ({ ...me(), permissions: {} }) });
  expect(await screen.findByText('Your role does not read the audit. Ask a manager.')).toBeTruthy();
});

test('an empty audit says so, and an audit that does not load can be read again', async () => {
  let fails = true;
  const { user } = open('/audit', {
    [LIST]: () => (fails ? [503, problem('unavailable')] : { entries: [], next: null, names }),
  });
  expect(await screen.findByText('The audit did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing was done')).toBeTruthy();
});
