import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleInstant, sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { goOffline, goOnline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { toasts } from '@/testing/toasts';
import { addWritten, forgetWritten, readWritten, writtenStore, type WrittenRequest } from '@/desk/api/written';
import { database } from '@/desk/api/database';
import { BOOK, bookedAnswer, field, HOLD, open, prepareEach, submit } from '@/desk/board/new-booking.test-kit';
import { WrittenList } from './WrittenList';

prepareEach();
beforeEach(async () => {
  stubIndexedDb();
  await forgetWritten();
  await readWritten();
});

const KEPT_MILLISECONDS = 36 * 60 * 60_000;
/** The name of the button that removes the request of `request`. */
const REMOVE = /^Remove ?, Rohan Mehta, 9825041736, Court 3, Sun 22 Nov, 7.PM$/;
const me = { ...sampleMe, permissions: { 'board.read': 'yes', 'booking.make': 'yes' } } as const;

function request(changes: Partial<WrittenRequest> = {}): Omit<WrittenRequest, 'id' | 'at'> {
  return {
    venue: 1,
    day: '2026-11-22',
    slots: [{ court: 23, minute: 1140, name: 'Court 3' }],
    endsAt: Date.parse(sampleInstant(1200)),
    phone: '9825041736',
    name: 'Rohan Mehta',
    note: 'Needs rackets',
    by: 'Nisha Trivedi',
    ...changes,
  };
}

test('a free hour without a network says why, and is written down instead of held', async () => {
  const { user, place, calls } = open();
  await screen.findByRole('button', { name: 'Court 3, 7 to 8 PM, free, 1,000 rupees' });
  goOffline();
  const cell = await screen.findByRole('button', {
    name: 'Court 3, 7 to 8 PM, free, 1,000 rupees, Needs the network, Write it down',
  });
  const walkIn = screen.getByRole<HTMLButtonElement>('button', { name: 'Walk-in' });
  expect(walkIn.disabled).toBe(true);
  expect(document.getElementById(walkIn.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Needs the network');
  await user.click(cell);
  const form = within(await screen.findByRole('dialog', { name: 'Write it down' }));
  expect(form.getByText(/Not a booking/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Write it down' }));
  expect(await form.findByText('Write a number, a name or some words')).toBeTruthy();
  await user.type(form.getByRole('textbox', { name: 'Phone, if it is given' }), '98250');
  expect(await form.findByText('Ten digits, like 98250 41736')).toBeTruthy();
  const phone = form.getByRole('textbox', { name: 'Phone, if it is given' });
  await user.clear(phone);
  await user.type(phone, '+98250 41736');
  expect(await form.findByText('Write the ten digits of an Indian number, without +.')).toBeTruthy();
  expect(writtenStore.get()).toEqual([]);
  await user.clear(phone);
  await user.type(phone, '98250 41736');
  await user.type(form.getByRole('textbox', { name: 'What else to know' }), 'Needs rackets');
  await user.click(form.getByRole('button', { name: 'Write it down' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writtenStore.get()).toMatchObject([
    { venue: 1, day: '2026-11-22', slots: [{ court: 23, minute: 1140 }], phone: '9825041736', note: 'Needs rackets' },
  ]);
  expect(writtenStore.get()[0]?.endsAt).toBe(Date.parse(sampleInstant(1200)));
  expect(await screen.findByText('1 request is written down and not booked.')).toBeTruthy();
  expect(toasts().at(-1)?.text).toBe('Written down. It is not booked yet.');
  expect([place(), calls(HOLD)]).toEqual(['/v/1/board', []]);
  goOnline();
  expect(await screen.findByRole('button', { name: 'Court 3, 7 to 8 PM, free, 1,000 rupees' })).toBeTruthy();
});

test('what was typed for a booking before the network was lost can be written down', async () => {
  const { user, place } = open({}, '?book=23-1140');
  await user.type(await field(), '98250 41736');
  goOffline();
  await user.click(await screen.findByRole('button', { name: 'Write it down' }));
  const form = within(await screen.findByRole('dialog', { name: 'Write it down' }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Phone, if it is given' }).value).toBe('9825041736');
  await user.click(form.getByRole('button', { name: 'Write it down' }));
  await waitFor(() => expect(writtenStore.get()).toHaveLength(1));
  await waitFor(() => expect(place()).toBe('/v/1/board'));
});

test('a booking that is being typed stays while another free hour is written down', async () => {
  const { user, place } = open({}, '?book=23-1140');
  await user.type(await field(), '98250 41736');
  goOffline();
  await user.click(await screen.findByRole('button', { name: /^Court 1, 8 to 9 PM, free.*Write it down$/ }));
  const form = within(await screen.findByRole('dialog', { name: 'Write it down' }));
  await user.type(form.getByRole('textbox', { name: 'What else to know' }), 'Two courts');
  await user.click(form.getByRole('button', { name: 'Write it down' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writtenStore.get()).toMatchObject([{ slots: [{ court: 21, minute: 1200 }] }]);
  expect(place()).toBe('/v/1/board?book=23-1140');
  expect((await field()).value).toBe('98250 41736');
});

/** Opens the list on a screen of its own. */
function openList(permissions: Record<string, string> = me.permissions) {
  const show = () => (
    <main>
      <WrittenList me={{ ...sampleMe, permissions }} onLeave={() => undefined} />
    </main>
  );
  return renderScreen({ path: '/v/$venue/board', component: show, at: '/v/1/board' });
}

/** Writes a request down, and presses Book now in its list. The board is opened next. */
async function bookNow() {
  await addWritten(request());
  const { user, place } = openList();
  await user.click(await screen.findByRole('button', { name: /^Book now ?, Rohan Mehta, 9825041736, Court 3/ }));
  await waitFor(() => expect(place()).toContain('book=23-1140'));
  cleanup();
}

test('Book now opens the panel with what was written, and the entry is removed when the booking is made', async () => {
  await bookNow();
  const { user, calls } = open({}, '?book=23-1140');
  expect((await field()).value).toBe('9825041736');
  expect(await screen.findByText('Needs rackets')).toBeTruthy();
  await submit('Book for Rohan Mehta · ₹1,000');
  expect(writtenStore.get()).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
  await waitFor(() => expect(writtenStore.get()).toEqual([]));
});

test('an entry that is booked and that this device cannot remove stays, and that is said', async () => {
  await bookNow();
  const { user } = open({}, '?book=23-1140');
  expect(await screen.findByText('Needs rackets')).toBeTruthy();
  await submit('Book for Rohan Mehta · ₹1,000');
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('the disk fails', 'UnknownError');
  });
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(toasts().map(({ title, text }) => [title, text])).toContainEqual([
      'Written down, not booked',
      'This device could not remove it. Try again.',
    ]),
  );
  expect(writtenStore.get()).toHaveLength(1);
});

test('a booking for another caller in the panel of an entry keeps the entry', async () => {
  await bookNow();
  const caller = { id: '10', name: 'Rohini Shah', phone: '+919825049901', is_new: false };
  const { user, calls } = open(
    { [BOOK]: ({ body }) => [201, { ...bookedAnswer(body)[1], player: caller }] },
    '?book=23-1140',
  );
  await user.clear(await field());
  await user.type(await field(), 'Rohini');
  await submit('Book for Rohini Shah · ₹1,000');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(calls(BOOK)).toHaveLength(1));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  await readWritten();
  expect(writtenStore.get()).toMatchObject([{ phone: '9825041736' }]);
});

test('an entry whose court cannot be held is kept', async () => {
  await bookNow();
  const alternatives = { courts: [{ court: 22, name: 'Court 2', price_paise: 100_000 }], hours: [] };
  open({ [HOLD]: () => [409, problem('slot_taken', { alternatives })] }, '?book=23-1140');
  expect(await screen.findByText('Court 3 has just gone. Free at 7 PM:')).toBeTruthy();
  expect(writtenStore.get()).toHaveLength(1);
});

test('an entry whose hour is over can only be removed, after a question', async () => {
  await addWritten(request({ endsAt: Date.parse(sampleInstant(1104)) }));
  const { user } = openList();
  expect(await screen.findByText('This hour is over.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Book now/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: REMOVE }));
  expect(writtenStore.get()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(writtenStore.get()).toEqual([]));
});

test('of two requests without a name and a number, the buttons say which is removed', async () => {
  const slots = [{ court: 24, minute: 1200, name: 'Court 4' }];
  await addWritten(request({ name: '', phone: '' }));
  await addWritten(request({ name: '', phone: '', slots }));
  const { user } = openList();
  await user.click(await screen.findByRole('button', { name: /^Remove ?, No name or number, Court 4, .*8.PM$/ }));
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(writtenStore.get()).toMatchObject([{ slots: [{ court: 23 }] }]));
});

test('an entry that is kept gives the focus back to its button', async () => {
  await addWritten(request());
  const { user } = openList();
  await user.click(await screen.findByRole('button', { name: REMOVE }));
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Keep it');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: REMOVE }));
});

test('a double click on Remove only asks, because the confirming button takes its place', async () => {
  await addWritten(request({ endsAt: Date.parse(sampleInstant(1104)) }));
  const { user } = openList();
  await user.click(await screen.findByRole('button', { name: REMOVE }));
  const confirm = screen.getByRole('button', { name: 'Remove it' });
  const remove = vi.spyOn(IDBObjectStore.prototype, 'delete');
  fireEvent.click(confirm, { detail: 2 });
  await readWritten();
  expect(remove).not.toHaveBeenCalled();
  expect(writtenStore.get()).toHaveLength(1);
  await user.click(confirm);
  await waitFor(() => expect(writtenStore.get()).toEqual([]));
});

test('an entry that this device cannot remove stays, and that is said', async () => {
  await addWritten(request());
  const { user } = openList();
  await user.click(await screen.findByRole('button', { name: REMOVE }));
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('the disk fails', 'UnknownError');
  });
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(toasts().at(-1)?.text).toBe('This device could not remove it. Try again.'));
  expect(writtenStore.get()).toHaveLength(1);
});

test('without a network Book now is disabled with the reason, and a person who may not book has no list', async () => {
  await addWritten(request());
  openList();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Book now/ });
  goOffline();
  await waitFor(() => expect(button.disabled).toBe(true));
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Needs the network');
  goOnline();
  cleanup();
  openList({ 'board.read': 'yes' });
  await screen.findByRole('main');
  expect(screen.queryByText('Written down, not booked')).toBeNull();
});

test('an entry of today shows when it was written down, one of another day the day as well', async () => {
  await addWritten(request());
  openList();
  expect(await screen.findByText('Nisha Trivedi, 6:24 PM')).toBeTruthy();
  cleanup();
  vi.setSystemTime(sampleInstant(1440 + 480));
  openList();
  expect(await screen.findByText('Nisha Trivedi, Sun 22 Nov, 6:24 PM')).toBeTruthy();
});

test('a request that an earlier version wrote down keeps its note', async () => {
  const { note, ...others } = request();
  const stored: unknown = { ...others, words: note, id: 'r1', at: Date.now() };
  await (await database()).put('requests', stored as WrittenRequest);
  await readWritten();
  expect(writtenStore.get()).toEqual([{ ...others, note, id: 'r1', at: Date.now() }]);
});

test('the list is read from the device for 36 hours, and is empty once it was forgotten', async () => {
  await addWritten(request());
  // A device whose clock was set back loses nothing that was written down before.
  vi.setSystemTime(Date.parse(sampleInstant(1104)) - 60_000);
  await readWritten();
  expect(writtenStore.get()).toHaveLength(1);
  vi.setSystemTime(Date.parse(sampleInstant(1104)) + KEPT_MILLISECONDS - 1);
  await readWritten();
  expect(writtenStore.get()).toHaveLength(1);
  vi.setSystemTime(Date.parse(sampleInstant(1104)) + KEPT_MILLISECONDS);
  await readWritten();
  expect(writtenStore.get()).toEqual([]);
  await addWritten(request());
  await forgetWritten();
  expect(writtenStore.get()).toEqual([]);
  await readWritten();
  expect(writtenStore.get()).toEqual([]);
});
