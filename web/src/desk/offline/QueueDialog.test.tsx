import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleInstant, sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { renderScreen } from '@/testing/render-screen';
import { toastTexts } from '@/testing/toasts';
import type { QueuedFact, Refusal } from '@/desk/api/fact';
import { addFact, changeFact, dropFact, queueStore, readQueue } from '@/desk/api/queue';
import { QueueDialog } from './QueueDialog';

beforeEach(async () => {
  stubIndexedDb();
  vi.setSystemTime(sampleInstant(1120));
  await readQueue();
  // The connection of the test before stays open.
  for (const { id } of queueStore.get()) await dropFact(id);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the window keeps the focus when a refused entry is sent again and its button is away', async () => {
  await readQueue();
  const { id, name } = sampleMe.staff;
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  const fact = await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what });
  await changeFact(fact.id, { refusal: { code: 'changed_meanwhile', params: {}, due_paise: null } });
  const { user } = renderScreen({ path: '/', component: () => <QueueDialog me={sampleMe} onClose={() => {}} /> });
  const again = await screen.findByRole('button', { name: 'Try again' });
  await user.click(again);
  await waitFor(() => expect(again.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement?.closest('dialog')).toBeInstanceOf(HTMLElement));
});

test('of the entries of a colleague, of which refused ones are not sent, it is said that they wait for that person', async () => {
  const staff = { id: '77', name: 'Dev Patel' };
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  await addFact({ venue: 1, staff, order: '1', label: 'Rohan Mehta', what });
  const refused = await addFact({ venue: 1, staff, order: '1', label: 'Kavya Iyer', what });
  await changeFact(refused.id, { refusal: { code: 'changed_meanwhile', params: {}, due_paise: null } });
  renderScreen({ path: '/', component: () => <QueueDialog me={sampleMe} onClose={() => {}} /> });
  expect(await screen.findByText('2 of Dev Patel: waiting until Dev Patel signs in here')).toBeTruthy();
});

test('the second press of a double click does not give up the entry that took the place of the first one', async () => {
  const { id, name } = sampleMe.staff;
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  for (const label of ['Rohan Mehta', 'Kavya Iyer', 'Vikram Desai']) {
    const fact = await addFact({ venue: 1, staff: { id, name }, order: '1', label, what });
    await changeFact(fact.id, { refusal: { code: 'changed_meanwhile', params: {}, due_paise: null } });
  }
  const { user } = renderScreen({ path: '/', component: () => <QueueDialog me={sampleMe} onClose={() => {}} /> });
  const first = async () => {
    const [button] = await screen.findAllByRole('button', { name: 'Give it up' });
    return button as HTMLElement;
  };
  const labels = () => queueStore.get().map(({ label }) => label);
  await user.click(await first());
  await waitFor(() => expect(labels()).toEqual(['Kavya Iyer', 'Vikram Desai']));
  fireEvent.click(await first(), { detail: 2 });
  await user.click(await first());
  await waitFor(() => expect(labels()).toEqual(['Vikram Desai']));
});

test('an entry that this device cannot remove stays, and that is said', async () => {
  const { id, name } = sampleMe.staff;
  const what = { kind: 'attendance', order: '1', state: 'arrived' } as const;
  const fact = await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what });
  await changeFact(fact.id, { refusal: { code: 'changed_meanwhile', params: {}, due_paise: null } });
  const { user } = renderScreen({ path: '/', component: () => <QueueDialog me={sampleMe} onClose={() => {}} /> });
  const drop = await screen.findByRole('button', { name: 'Give it up' });
  const removal = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('the disk fails', 'UnknownError');
  });
  await user.click(drop);
  await waitFor(() => expect(toastTexts()).toEqual(['This device could not remove it. Try again.']));
  expect(queueStore.get()).toHaveLength(1);
  removal.mockRestore();
});

type More = Partial<Pick<Refusal, 'counts' | 'more_counts' | 'drawer' | 'due_paise'>>;
type Sent = { kind: string; [name: string]: unknown };
const PAYMENT = { order: '1', tender: 'cash', amount_paise: 80_000 } as const;
const CASH = { kind: 'payment', ...PAYMENT } as const;

/** Opens the window with cash that was noted and refused with this code. */
async function openRefused(code: string, params: Record<string, unknown> = {}, more: More = {}) {
  await readQueue();
  const { id, name } = sampleMe.staff;
  const fact = await addFact({ venue: 1, staff: { id, name }, order: '1', label: 'Rohan Mehta', what: CASH });
  const refuse = (id: string, code: string, params: Record<string, unknown> = {}, more: More = {}) =>
    changeFact(id, { refusal: { code, params, due_paise: 0, ...more } });
  await refuse(fact.id, code, params, more);
  const { user } = renderScreen({ path: '/', component: () => <QueueDialog me={sampleMe} onClose={() => {}} /> });
  await screen.findByText('₹800 in cash');
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const only = () => queueStore.get()[0] as QueuedFact & { what: Sent };
  /** Presses an answer, and waits until it is to be sent. */
  const answer = async (name: string) => {
    await press(name);
    await waitFor(() => expect(only().refusal).toBeNull());
  };
  return { user, fact, refuse, press, answer, only };
}
/** What an earlier version of the page has kept of such a refusal: no list of counts. */
const COUNTED = { at: sampleInstant(1110) };
const COUNTS = [
  { id: '13', at: sampleInstant(1110), by: 'Kiran Joshi' },
  { id: '14', at: sampleInstant(1115), by: null },
  { id: '15', at: sampleInstant(1118), by: 'Nisha Trivedi' },
];

test('cash that is kept is asked about again if the drawer was counted since, and never added by the answer "kept"', async () => {
  const { fact, refuse, answer, only } = await openRefused('booking_cancelled');
  expect(screen.queryByRole('button', { name: 'It was in that count' })).toBeNull();
  await answer('Kept at the desk');
  const taken = { id: fact.id, at: fact.at, offset_ms: fact.offset_ms };
  expect(only().what).toMatchObject({ kind: 'decision', decision: 'kept', taken, refusal: 'booking_cancelled' });
  expect(only().what['payment']).toMatchObject({ amount_paise: 80_000, in_later_shift: false, in_count: false });

  await refuse(only().id, 'counted_since', COUNTED);
  expect(await screen.findByText(/^The drawer was counted at 6:30 PM\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Kept at the desk' })).toBeNull();
  const asked = only().id;
  await answer('It was in that count');
  expect(only().id).not.toBe(asked);
  expect(only().what).toMatchObject({ decision: 'in_count', taken, refusal: 'booking_cancelled' });
  expect(only().what['payment']).toEqual({ ...PAYMENT, in_later_shift: false, in_count: true });
});

test('cash that was not in the count goes into the present shift by that answer', async () => {
  const { refuse, answer, only } = await openRefused('nothing_due');
  await answer('Kept at the desk');
  await refuse(only().id, 'counted_since', COUNTED);
  await answer('Into the present shift');
  expect(only().what).toMatchObject({ decision: 'kept', payment: { in_later_shift: true, in_count: false } });
});

test('a payment that its booking still owes is recorded for the count that has it', async () => {
  const { answer, only } = await openRefused('counted_since', COUNTED);
  await answer('It was in that count');
  expect(only().what).toEqual({ ...CASH, in_count: true, in_later_shift: false });
});

/** The answers to the question where the money is, in their order. */
const answersTo = (question: HTMLElement) =>
  within(question)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test('of several counts each is offered with its time and who counted, and a payment names the chosen one', async () => {
  const { answer, only } = await openRefused('counted_since', COUNTED, { counts: COUNTS });
  const question = await screen.findByRole('group', {
    name: 'Where is the money?',
    description: /^The drawer was counted more than once after this cash was taken\..*sees it there\.$/,
  });
  expect(answersTo(question)).toEqual([
    'In the count at 6:30 PM by Kiran Joshi',
    'In the count at 6:35 PM',
    'In the count at 6:38 PM by Nisha Trivedi',
    'In the drawer after the last count',
    'Given back',
    'None was taken',
  ]);
  await answer('In the count at 6:35 PM');
  expect(only().what).toEqual({ ...CASH, in_count: true, in_later_shift: false, count: '14' });
});

test('a decision names the chosen count, and cash after the last one names none', async () => {
  const { fact, refuse, answer, only } = await openRefused('booking_cancelled');
  await answer('Kept at the desk');
  await refuse(only().id, 'counted_since', COUNTED, { counts: COUNTS });
  await answer('In the count at 6:38 PM by Nisha Trivedi');
  const taken = { id: fact.id, at: fact.at, offset_ms: fact.offset_ms };
  expect(only().what).toMatchObject({ decision: 'in_count', taken, refusal: 'booking_cancelled' });
  expect(only().what['payment']).toEqual({ ...PAYMENT, in_later_shift: false, in_count: true, count: '15' });

  // The server does not know the chosen count, and offers those that it knows.
  const chosen = only().id;
  await refuse(chosen, 'count_unknown', COUNTED, { counts: COUNTS.slice(0, 2) });
  expect(await screen.findByText(/^That count is not one of those after this cash was taken/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'In the count at 6:38 PM by Nisha Trivedi' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await answer('In the drawer after the last count');
  expect(only().id).not.toBe(chosen);
  expect(only().what).toMatchObject({ decision: 'kept', taken, refusal: 'booking_cancelled' });
  expect(only().what['payment']).toEqual({ ...PAYMENT, in_later_shift: true, in_count: false });
});

test('of one count it is asked whether it had the cash, and the answer names it', async () => {
  const { answer, only } = await openRefused('counted_since', COUNTED, { counts: COUNTS.slice(0, 1) });
  const question = await screen.findByRole('group', {
    name: 'Where is the money?',
    description: /^The drawer was counted at 6:30 PM\./,
  });
  expect(answersTo(question)).toEqual([
    'It was in that count',
    'Into the present shift',
    'Given back',
    'None was taken',
  ]);
  await answer('It was in that count');
  expect(only().what).toEqual({ ...CASH, in_count: true, in_later_shift: false, count: '13' });
});

test('cash after the last count names the drawer that was shown, and is asked about again if that was counted', async () => {
  const { refuse, answer, only } = await openRefused('counted_since', COUNTED, { counts: COUNTS, drawer: '15' });
  await answer('In the drawer after the last count');
  expect(only().what).toEqual({ ...CASH, in_count: false, in_later_shift: true, drawer: '15' });

  const again = { id: '16', at: sampleInstant(1119), by: 'Kiran Joshi' };
  await refuse(only().id, 'counted_again', COUNTED, { counts: [...COUNTS, again], drawer: '16' });
  expect(await screen.findByText(/^The drawer was counted again meanwhile, so nothing was recorded\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  const asked = only().id;
  await answer('In the count at 6:39 PM by Kiran Joshi');
  expect(only().id).not.toBe(asked);
  expect(only().what).toEqual({ ...CASH, in_count: true, in_later_shift: false, count: '16' });
});

test('a decision for the present shift names the drawer that was shown', async () => {
  const { refuse, answer, only } = await openRefused('booking_cancelled');
  await answer('Kept at the desk');
  await refuse(only().id, 'counted_since', COUNTED, { counts: COUNTS.slice(0, 1), drawer: '13' });
  await answer('Into the present shift');
  expect(only().what).toMatchObject({ decision: 'kept' });
  expect(only().what['payment']).toEqual({ ...PAYMENT, in_later_shift: true, in_count: false, drawer: '13' });
});

test('a count after a question of a wrong clock is followed by the same question about the new drawer', async () => {
  const { refuse, answer, only } = await openRefused('device_clock_wrong', {}, { drawer: '13' });
  await answer('Into the present shift');
  expect(only().what).toEqual({ ...CASH, in_count: false, in_later_shift: true, drawer: '13' });
  await refuse(only().id, 'counted_again', {}, { drawer: '14' });
  const question = await screen.findByRole('group', {
    name: 'Where is the money?',
    description: /^A count may have this cash already/,
  });
  expect(answersTo(question)).toEqual(['Into the present shift', 'Given back', 'None was taken']);
  await answer('Into the present shift');
  expect(only().what).toMatchObject({ in_later_shift: true, drawer: '14' });
});

test('a payment of which no count has the cash is sent again without a count', async () => {
  const { refuse, answer, only } = await openRefused('counted_since', COUNTED, { counts: COUNTS });
  await answer('In the count at 6:35 PM');
  const asked = only().id;
  await refuse(asked, 'not_counted_since');
  await answer('Try again');
  expect(only().id).not.toBe(asked);
  expect(only().what).toEqual({ ...CASH, in_later_shift: false, in_count: false });
});

test('money that is given back after all names no count', async () => {
  const { refuse, press, answer, only } = await openRefused('counted_since', COUNTED, { counts: COUNTS });
  await answer('In the count at 6:35 PM');
  await refuse(only().id, 'booking_cancelled');
  await press('Given back');
  await waitFor(() => expect(only().what).toMatchObject({ decision: 'given_back', refusal: 'booking_cancelled' }));
  expect(only().what['payment']).toEqual({ ...PAYMENT, in_later_shift: false, in_count: false });
});

test('two counts in one minute by one person have different names', async () => {
  const by = 'Kiran Joshi';
  const twice = ['13', '14'].map((id) => ({ id, at: sampleInstant(1110), by }));
  const counts = [...twice, { id: '15', at: sampleInstant(1118), by }];
  const { press, only } = await openRefused('counted_since', COUNTED, { counts });
  const question = await screen.findByRole('group', { name: 'Where is the money?' });
  expect(answersTo(question).slice(0, 3)).toEqual([
    'In the count at 6:30 PM by Kiran Joshi, 1 of 2',
    'In the count at 6:30 PM by Kiran Joshi, 2 of 2',
    'In the count at 6:38 PM by Kiran Joshi',
  ]);
  await press('In the count at 6:30 PM by Kiran Joshi, 2 of 2');
  await waitFor(() => expect(only().what).toMatchObject({ in_count: true, count: '14' }));
});

test('it is said that there are more counts than are offered', async () => {
  await openRefused('counted_since', COUNTED, { counts: COUNTS, more_counts: true });
  expect(await screen.findByText(/sees it there\. Only the first 3 counts are listed\.$/)).toBeTruthy();
});

test('cash of which it has to be said where it is cannot be sent again without that, and the count is named with the question', async () => {
  const { refuse, only } = await openRefused('booking_cancelled');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  await refuse(only().id, 'counted_since', COUNTED);
  const question = await screen.findByRole('group', {
    name: 'Where is the money?',
    description: /^The drawer was counted at 6:30 PM\./,
  });
  expect(answersTo(question)).toEqual([
    'It was in that count',
    'Into the present shift',
    'Given back',
    'None was taken',
  ]);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a second press of an answer changes nothing', async () => {
  const { only } = await openRefused('counted_since', COUNTED);
  const inCount = await screen.findByRole('button', { name: 'It was in that count' });
  const present = await screen.findByRole('button', { name: 'Into the present shift' });
  inCount.click();
  present.click();
  await waitFor(() => expect(only().refusal).toBeNull());
  await readQueue();
  expect(queueStore.get()).toHaveLength(1);
  expect(only().what).toMatchObject({ in_count: true, in_later_shift: false });
});

test('a double click decides about one refused payment, and not about the one that takes its place', async () => {
  const { press, refuse } = await openRefused('booking_cancelled');
  const { id, name } = sampleMe.staff;
  const other = await addFact({ venue: 1, staff: { id, name }, order: '2', label: 'Kavya Iyer', what: CASH });
  await refuse(other.id, 'booking_cancelled');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Given back' })).toHaveLength(2));
  const [first] = screen.getAllByRole('button', { name: 'Given back' });
  fireEvent.click(first as HTMLElement, { detail: 1 });
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Given back' })).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Given back' }), { detail: 2 });
  await press('None was taken');
  await waitFor(() => expect(queueStore.get().every(({ refusal }) => refusal === null)).toBe(true));
  expect(queueStore.get().map(({ what }) => ('decision' in what ? what.decision : what.kind))).toEqual([
    'given_back',
    'not_taken',
  ]);
});

test('the answers are reached and given by keys', async () => {
  const { user, only } = await openRefused('counted_since', COUNTED);
  const inCount = await screen.findByRole('button', { name: 'It was in that count' });
  screen.getByRole('textbox', { name: 'Note' }).focus();
  await user.tab();
  expect(document.activeElement).toBe(inCount);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(only().what).toMatchObject({ in_count: true }));
});

test('on a device with a wrong clock cash goes into the present shift only after a warning', async () => {
  const { refuse, press, answer, only } = await openRefused('booking_cancelled');
  await answer('Kept at the desk');
  await refuse(only().id, 'device_clock_wrong');
  expect(await screen.findByText(/^A count may have this cash already/)).toBeTruthy();
  expect(screen.getByText(/^The clock of this device was wrong/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'It was in that count' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Kept at the desk' })).toBeNull();
  await press('Into the present shift');
  await waitFor(() => expect(only().what).toMatchObject({ decision: 'kept', payment: { in_later_shift: true } }));
});

test('a payment from a device with a wrong clock is recorded in the present shift by that answer', async () => {
  const { answer, only } = await openRefused('device_clock_wrong');
  const question = await screen.findByRole('group', {
    name: 'Where is the money?',
    description: /^A count may have this cash already/,
  });
  // It is not sent again without an answer: once the wrong time is over, the server would take it for right.
  expect(answersTo(question)).toEqual(['Into the present shift', 'Given back', 'None was taken']);
  await answer('Into the present shift');
  expect(only().what).toEqual({ ...CASH, in_count: false, in_later_shift: true });
});

test('the note of a decision stays for the next answer', async () => {
  const { user, refuse, press, answer, only } = await openRefused('booking_cancelled');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'In the tin');
  await answer('Kept at the desk');
  await refuse(only().id, 'counted_since', COUNTED);
  await press('It was in that count');
  await waitFor(() => expect(only().what).toMatchObject({ decision: 'in_count', note: 'In the tin' }));
});

test('money that was decided before can only be given up', async () => {
  const { refuse, press, answer, only } = await openRefused('booking_cancelled');
  await answer('Given back');
  await refuse(only().id, 'decided_before', { outcome: 'in_count' });
  const reason = 'This money was recorded or decided before. Nothing was changed. It was in a count of the drawer.';
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Where is the money?' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await press('Give it up');
  await waitFor(() => expect(queueStore.get()).toEqual([]));
});

test('money for a booking that the server does not know can only be given up or sent again', async () => {
  const { refuse, press, answer, only } = await openRefused('not_found');
  expect(await screen.findByText(/^Nothing can be recorded for it\./)).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Where is the money?' })).toBeNull();
  await answer('Try again');
  expect(only().what).toEqual(CASH);
  await refuse(only().id, 'not_found');
  await press('Give it up');
  await waitFor(() => expect(queueStore.get()).toEqual([]));
});

test('of more money than is due the due part is paid, and the rest is given back or kept', async () => {
  const { fact, press } = await openRefused('more_than_due', {}, { due_paise: 50_000 });
  expect(await screen.findByText(/₹500 is due now\.$/)).toBeTruthy();
  const question = await screen.findByRole('group', { name: 'Where is the money?' });
  expect(answersTo(question)).toEqual([
    '₹500 is paid, ₹300 given back',
    '₹500 is paid, ₹300 kept',
    'All given back',
    'None was taken',
    'Try again',
  ]);
  await press('₹500 is paid, ₹300 given back');
  await waitFor(() => expect(queueStore.get()).toHaveLength(2));
  const [paid, rest] = queueStore.get();
  expect(paid).toMatchObject({ what: { ...CASH, amount_paise: 50_000 }, refusal: null, at: fact.at });
  expect(paid?.id).not.toBe(fact.id);
  expect(rest?.what).toEqual({
    kind: 'decision',
    payment: { ...PAYMENT, amount_paise: 30_000, in_later_shift: false, in_count: false },
    taken: { id: fact.id, at: fact.at, offset_ms: fact.offset_ms },
    refusal: 'more_than_due',
    decision: 'given_back',
    note: null,
  });
});

test('a second press of an answer about an overpayment adds no second rest', async () => {
  await openRefused('more_than_due', {}, { due_paise: 50_000 });
  const back = await screen.findByRole('button', { name: '₹500 is paid, ₹300 given back' });
  const kept = await screen.findByRole('button', { name: '₹500 is paid, ₹300 kept' });
  back.click();
  kept.click();
  await waitFor(() => expect(queueStore.get()).toHaveLength(2));
  await readQueue();
  expect(queueStore.get().map(({ what }) => ('decision' in what ? what.decision : what.kind))).toEqual([
    'payment',
    'given_back',
  ]);
});

test('the rest of an overpayment is in the count in which its clerk said that the cash was', async () => {
  const { refuse, answer, press, only } = await openRefused('counted_since', COUNTED, { counts: COUNTS });
  await answer('In the count at 6:35 PM');
  await refuse(only().id, 'more_than_due', {}, { due_paise: 50_000 });
  const question = await screen.findByRole('group', {
    name: 'Where is the money?',
    description:
      /^That count has the rest too\. If you give it back out of the drawer now, take it out by a correction/,
  });
  expect(answersTo(question)).toEqual([
    '₹500 is paid, ₹300 in that count',
    'All given back',
    'None was taken',
    'Try again',
  ]);
  await press('₹500 is paid, ₹300 in that count');
  await waitFor(() => expect(queueStore.get()).toHaveLength(2));
  const place = { in_later_shift: false, in_count: true, count: '14' };
  expect(queueStore.get().map(({ what }) => what)).toMatchObject([
    { kind: 'payment', amount_paise: 50_000, ...place },
    { kind: 'decision', decision: 'in_count', payment: { amount_paise: 30_000, ...place } },
  ]);
});

test('paise that were never taken in cash are no rest', async () => {
  const { answer, only, refuse } = await openRefused('counted_since', COUNTED);
  await changeFact(only().id, { what: { ...CASH, amount_paise: 80_040 } });
  await refuse(only().id, 'more_than_due', {}, { due_paise: 80_000 });
  await answer('₹800 is paid');
  expect(queueStore.get()).toHaveLength(1);
  expect(only().what).toEqual(CASH);
});

test('the note of a payment is sent with the place of its cash, and stays if it is refused again', async () => {
  const { user, refuse, answer, press, only } = await openRefused('counted_since', COUNTED);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'In the tin ');
  await answer('Into the present shift');
  expect(only().what).toEqual({ ...CASH, in_later_shift: true, in_count: false, note: 'In the tin' });
  await refuse(only().id, 'booking_cancelled');
  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' })).toHaveProperty('value', 'In the tin');
  await press('Given back');
  await waitFor(() => expect(only().what).toMatchObject({ decision: 'given_back', note: 'In the tin' }));
  expect(only().what['payment']).toEqual({ ...PAYMENT, in_later_shift: false, in_count: false });
});

test('the note about an overpayment is that of its rest', async () => {
  const { user, press } = await openRefused('more_than_due', {}, { due_paise: 50_000 });
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'For her son');
  await press('₹500 is paid, ₹300 kept');
  await waitFor(() => expect(queueStore.get()).toHaveLength(2));
  expect(queueStore.get().map(({ what }) => 'note' in what && what.note)).toEqual([false, 'For her son']);
});

test('an overpayment that is too old for a payment is only decided', async () => {
  const { only } = await openRefused('more_than_due', {}, { due_paise: 50_000 });
  await screen.findByRole('button', { name: '₹500 is paid, ₹300 kept' });
  await changeFact(only().id, { at: new Date(Date.now() - 37 * 3_600_000).toISOString() });
  await waitFor(() => expect(screen.queryByRole('button', { name: '₹500 is paid, ₹300 kept' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Kept at the desk' })).toBeTruthy();
});

test('a note that was typed before another attempt is sent with it', async () => {
  const { user, answer, only } = await openRefused('booking_cancelled');
  const before = only().id;
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'In the tin');
  await answer('Try again');
  expect(only().id).not.toBe(before);
  expect(only().what).toEqual({ ...CASH, note: 'In the tin' });
});
