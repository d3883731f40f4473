import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import type { Message, OpenedMessage } from './messages';
import { MessagesPage } from './MessagesPage';

const LIST = 'GET /api/desk/messages';
const ONE = 'GET /api/desk/messages/{message}';
const RESEND = 'POST /api/desk/messages/{message}/resend';

const me = () => ({
  ...sampleMe,
  permissions: { ...sampleMe.permissions, 'message.read': 'yes', 'message.resend': 'yes', 'player.find': 'yes' },
});
const message = (changes: Partial<Message> = {}): Message => ({
  id: '4820193756.confirmed.text',
  notice: 'confirmed',
  channel: 'text',
  state: 'sent',
  written_at: '2026-11-22T12:30:00Z',
  due_at: null,
  ended_at: '2026-11-22T12:30:02Z',
  reason: null,
  failure: null,
  tries: 1,
  resends: 0,
  resent_at: null,
  resent_by: null,
  player: '41',
  name: 'Rohan Mehta',
  phone: '+91 ••••• •1736',
  order: '4820193756',
  venue: 1,
  day: '2026-11-22',
  ...changes,
});
const words = { to: '98250 41736', subject: null, body: 'Court 3 is yours on Sun, 22 Nov at 7:00 PM.' };
const opened = (changes: Partial<OpenedMessage> = {}): OpenedMessage => ({
  message: message(),
  copies: [{ at: '2026-11-22T12:30:02Z', words, provider: 'msg91', provider_message: '3763' }],
  present: words,
  obstacle: null,
  can_resend: true,
  resend_from: null,
  ...changes,
});

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
    [LIST]: () => ({ messages: [message()], next: null }),
    [ONE]: () => opened(),
    ...replies,
  });
  return { ...renderScreen({ path: '/messages', at, component: withMe(MessagesPage) }), log };
}

test('the list shows the player, the notice, the channel and the state of each message', async () => {
  const reminder = message({
    id: 'r',
    notice: 'reminder',
    channel: 'mail',
    state: 'waiting',
    due_at: '2026-11-22T13:30:00Z',
    ended_at: null,
    tries: 0,
  });
  const dropped = message({
    id: 'd',
    state: 'dropped',
    reason: 'booking_cancelled',
    written_at: '2026-11-21T12:30:00Z',
  });
  const failed = message({ id: 'f', state: 'failed', failure: 'no such mailbox', resends: 2 });
  open('/messages', { [LIST]: () => ({ messages: [reminder, message(), failed, dropped], next: null }) });
  const rows = await screen.findAllByRole('link');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Rohan Mehta · 1736Reminder, MailDue Sun 22, 7:00 PMWaiting'),
    expect.stringContaining('Booking confirmed, Text messageSent Sun 22, 6:00 PMSent'),
    expect.stringContaining('Given up Sun 22, 6:00 PM · sent again 2 timesFailed'),
    expect.stringContaining('Not sent Sun 22, 6:00 PM · The booking was cancelled.Not sent'),
  ]);
  expect(screen.getByRole('heading', { name: 'Today' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeTruthy();
});

test('the messages of retired venues are listed', async () => {
  const past_venues = sampleMe.venues.map((venue) => ({ ...venue, is_retired: true }));
  open('/messages', { 'GET /api/desk/me': () => ({ ...me(), venues: [], past_venues }) });
  expect(await screen.findByRole('link', { name: /Rohan Mehta/ })).toBeTruthy();
});

test.each([
  { edits: 'yes', text: 'There is no venue yet. Add the first one under Set-up.' },
  { edits: 'no', text: 'You have no venue yet. Ask an owner to give you one.' },
])('a person without a venue who may add one ($edits) reads: $text', async ({ edits, text }) => {
  const permissions = { ...me().permissions, 'setup.edit': edits };
  open('/messages', { 'GET /api/desk/me': () => ({ ...me(), venues: [], permissions }) });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a reminder that is due months later is shown with its month and year', async () => {
  const reminder = message({ notice: 'reminder', state: 'waiting', due_at: '2027-03-22T13:30:00Z', ended_at: null });
  open('/messages', { [LIST]: () => ({ messages: [reminder], next: null }) });
  expect((await screen.findByRole('link')).textContent).toContain('Due Mon, 22 Mar 2027, 7:00 PM');
});

test('the address narrows the list, and the filters change the address', async () => {
  const { user, place, log } = open('/messages?order=4820193756&state=nonsense_that_is_long&channel=fax');
  await screen.findByRole('link', { name: /Rohan Mehta/ });
  expect(Object.fromEntries(log.find(({ call }) => call === LIST)?.query ?? [])).toEqual({ order: '4820193756' });
  await user.click(screen.getByRole('button', { name: /^Filter ?, 1 filter on$/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('State'), 'Failed');
  await user.selectOptions(dialog.getByLabelText('Channel'), 'Mail');
  expect(place()).toBe('/messages?order=4820193756&state=failed&channel=mail');
  await user.clear(dialog.getByLabelText('Booking number'));
  expect(place()).toBe('/messages?state=failed&channel=mail');
  await user.type(dialog.getByLabelText('Booking number'), '48201');
  expect(place()).toBe('/messages?state=failed&channel=mail');
  await user.type(dialog.getByLabelText('Booking number'), '93700');
  expect(place()).toBe('/messages?state=failed&channel=mail&order=4820193700');
  await user.click(dialog.getByRole('button', { name: 'Show all' }));
  expect(place()).toBe('/messages');
});

test('the next page follows where the first one ends', async () => {
  const { user, log } = open('/messages', {
    [LIST]: ({ query }) =>
      query.get('after') === null
        ? { messages: [message()], next: '17.a' }
        : { messages: [message({ id: 'second', name: 'Asha Patel' })], next: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: /Asha Patel/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Rohan Mehta/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(log.filter(({ call }) => call === LIST).map(({ query }) => query.get('after'))).toEqual([null, '17.a']);
});

test('an empty list says so, and a list that does not load can be read again', async () => {
  let fails = true;
  const { user } = open('/messages', {
    [LIST]: () => (fails ? [503, problem('unavailable')] : { messages: [], next: null }),
  });
  expect(await screen.findByText('The messages did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No messages')).toBeTruthy();
});

test('J and K go through the rows, and Enter opens one', async () => {
  const second = message({ id: 'second', name: 'Asha Patel' });
  const { user, place } = open('/messages', { [LIST]: () => ({ messages: [message(), second], next: null }) });
  await screen.findByRole('link', { name: /Asha Patel/ });
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toContain('Rohan Mehta');
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toContain('Asha Patel');
  await user.keyboard('k{Enter}');
  await waitFor(() => expect(place()).toBe('/messages?open=4820193756.confirmed.text'));
});

test('the buttons move the focus on from the row that had it', async () => {
  const all = ['first', 'second', 'third'].map((id) => message({ id, name: `Player ${id}` }));
  const { user } = open('/messages', { [LIST]: () => ({ messages: all, next: null }) });
  await screen.findByRole('link', { name: /Player third/ });
  for (const name of ['first', 'second', 'third', 'third']) {
    await user.click(screen.getByRole('button', { name: 'Row below' }));
    expect(document.activeElement?.textContent).toContain(`Player ${name}`);
  }
});

test('the row of a message that is closed has the focus, and an Enter that is held does not open it again', async () => {
  stubWindowWidth(50);
  const second = message({ id: 'second', name: 'Asha Patel' });
  const { user } = open('/messages', { [LIST]: () => ({ messages: [message(), second], next: null }) });
  const row = await screen.findByRole('link', { name: /Asha Patel/ });
  await user.click(row);
  const opened = await screen.findByRole('article', { name: 'Opened from Messages' });
  await waitFor(() => expect(document.activeElement).toBe(opened));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(document.activeElement).toBe(row);
  // False if the default action, which follows the link, was prevented.
  expect(fireEvent.keyDown(row, { key: 'Enter', repeat: true })).toBe(false);
  await user.keyboard('k');
  expect(document.activeElement?.textContent).toContain('Rohan Mehta');
});

test('without a network a message that was not read says why it is not shown, beside the list', async () => {
  goOffline();
  open('/messages?open=4820193756.confirmed.text');
  expect(await screen.findByText('Loading the message')).toBeTruthy();
  expect(screen.getAllByText('Not connected. This list is read from the server.')).toHaveLength(2);
});

test('a message about a booking leads to no board if the venue has none any more', async () => {
  open('/messages?open=4820193756.confirmed.text', { [ONE]: () => opened({ message: message({ venue: 3 }) }) });
  expect(await screen.findByRole('link', { name: 'To the player' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'To the booking' })).toBeNull();
});

test('an opened message has its words, and is sent again once for two presses', async () => {
  let isSent = false;
  const { user, log } = open('/messages?open=4820193756.confirmed.text', {
    [ONE]: () => (isSent ? opened({ can_resend: false, resend_from: '2026-11-22T13:04:00Z' }) : opened()),
    [RESEND]: () => {
      isSent = true;
      return [204, null];
    },
  });
  expect(await screen.findByText('Court 3 is yours on Sun, 22 Nov at 7:00 PM.')).toBeTruthy();
  expect(screen.getByText('To 98250 41736')).toBeTruthy();
  expect(screen.getByText('Sent now, it would say the same.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the booking' }).getAttribute('href')).toBe(
    '/v/1/board?open=4820193756&day=2026-11-22',
  );
  await user.dblClick(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Sent again a short time ago. It can be sent once more from 6:34 PM.')).toBeTruthy();
  expect(log.filter(({ call }) => call === RESEND)).toHaveLength(1);
});

test('a message whose subject is another one by now is shown, although its text is the same', async () => {
  open('/messages?open=x', { [ONE]: () => opened({ present: { ...words, subject: 'Your court is booked' } }) });
  expect(await screen.findByText('Your court is booked')).toBeTruthy();
  expect(screen.queryByText('Sent now, it would say the same.')).toBeNull();
});

test('the button comes back when the message can be sent once more', async () => {
  let isSoon = true;
  open('/messages?open=4820193756.confirmed.text', {
    [ONE]: () => {
      if (!isSoon) return opened();
      isSoon = false;
      return opened({ can_resend: false, resend_from: '2026-11-22T12:54:00Z' });
    },
  });
  await screen.findByText('Sent again a short time ago. It can be sent once more from 6:24 PM.');
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
});

test('the result of the second try of a message that is sent again is shown', async () => {
  const due_at = '2026-11-22T12:54:00Z';
  let isSending = true;
  open('/messages?open=4820193756.confirmed.text', {
    [ONE]: () => {
      if (!isSending) return opened();
      isSending = false;
      const again = message({ state: 'waiting', due_at, ended_at: null, tries: 2, resends: 1 });
      return opened({ message: again, can_resend: false });
    },
  });
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
});

test('the result of the first try of a message is shown', async () => {
  const due_at = '2026-11-22T12:54:00Z';
  let isWaiting = true;
  open('/messages?open=4820193756.confirmed.text', {
    [ONE]: () => {
      if (!isWaiting) return opened();
      isWaiting = false;
      const first = message({ state: 'waiting', due_at, ended_at: null, tries: 0 });
      return opened({ message: first, copies: [], can_resend: false });
    },
  });
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeTruthy();
});

test('a message that is not true any more is not sent again, and says why', async () => {
  open('/messages?open=x', {
    [ONE]: () => opened({ present: null, obstacle: 'booking_cancelled', can_resend: false }),
  });
  expect(await screen.findByText('It is not sent as things are now')).toBeTruthy();
  expect(screen.getByText('The booking was cancelled.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('a refused resend says so and shows the message as it is', async () => {
  const { user, log } = open('/messages?open=4820193756.confirmed.text', {
    [RESEND]: () => [409, problem('message_resent')],
  });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(
    await screen.findByText(/This message was sent again less than ten minutes ago\. Wait a little\./),
  ).toBeTruthy();
  expect(log.filter(({ call }) => call === RESEND)).toHaveLength(1);
  await waitFor(() => expect(log.filter(({ call }) => call === ONE)).toHaveLength(2));
});

test('a message that was sent again without an answer is sent once more by another request', async () => {
  let again: Partial<Message> = {};
  const { user, log, queryClient } = open('/messages?open=4820193756.confirmed.text', {
    [ONE]: () => opened({ message: message(again) }),
    [RESEND]: () => (again.resends === undefined ? [503, problem('unknown_outcome')] : [204, null]),
  });
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(/We could not tell whether that went through/, {}, { timeout: 8_000 })).toBeTruthy();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  again = { resends: 1, resent_at: '2026-11-22T12:40:00Z', resent_by: 'Nisha Trivedi' };
  await queryClient.refetchQueries({ queryKey: ['message'] });
  await screen.findByText(/^Nisha Trivedi had it sent again/);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(/It is sent within seconds\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call === RESEND);
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('the times of each message are in the time zone of its venue', async () => {
  const elsewhere = { id: 2, name: 'Far Mill', time_zone: 'Asia/Tokyo', is_retired: false };
  open('/messages', {
    'GET /api/desk/me': () => ({ ...me(), venues: [...sampleMe.venues, elsewhere] }),
    [LIST]: () => ({ messages: [message({ venue: 2, id: 'far', name: 'Asha Patel' }), message()], next: null }),
  });
  expect((await screen.findByRole('link', { name: /Asha Patel/ })).textContent).toContain('9:30 PM');
  expect(screen.getByRole('link', { name: /Rohan Mehta/ }).textContent).toContain('6:00 PM');
});

test('a person who may not read messages reads why, and a message of another venue is missing', async () => {
  open('/messages', { 'GET /api/desk/me': () => ({ ...me(), permissions: {} }) });
  expect(await screen.findByText('Your role does not read messages. Ask a manager.')).toBeTruthy();
  open('/messages?open=x', { [ONE]: () => [404, problem('not_found')] });
  expect(await screen.findByText('Not here')).toBeTruthy();
});
