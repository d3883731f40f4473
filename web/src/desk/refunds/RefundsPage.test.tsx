import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { onPhone } from '@/testing/on-phone';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import type { QueuedRefund, RefundsPage as Page } from './refunds';
import { RefundsPage } from './RefundsPage';

const QUEUE = 'GET /api/desk/refunds';
const SETTLE = 'POST /api/desk/refunds/{refund}/settle';

const me = (granted = true) => ({
  ...sampleMe,
  permissions: { ...sampleMe.permissions, 'refund.settle': granted ? 'yes' : 'no' },
});

function refund(changes: Partial<QueuedRefund> = {}): QueuedRefund {
  return {
    id: '88',
    state: 'failed',
    amount_paise: 77_000,
    reason: 'cancelled',
    way: 'online',
    venue: 1,
    player: '41',
    paid_for: { order: '4820193756', name: 'Rohan Mehta', court: 'Court 3', day: '2026-11-22', minute: 1140 },
    approved_at: '2026-11-21T13:30:00Z',
    next_step_at: null,
    sent_at: null,
    ended_at: '2026-11-21T14:30:00Z',
    attempt: 1,
    tries: 0,
    fault: 'The account is closed',
    payment: 'pay_DESyzxuld02Zul',
    provider_refund: null,
    credit_note: 'C/26-27/000007',
    settled: null,
    sent_after_all: null,
    ...changes,
  };
}

const waiting = refund({
  id: '89',
  state: 'waiting',
  fault: null,
  ended_at: null,
  next_step_at: '2999-11-27T05:30:00Z',
  paid_for: { order: '4820193757', name: 'Asha Patel', court: 'Court 4', day: '2026-11-22', minute: 1200 },
});
const settled = refund({
  id: '90',
  state: 'sent_twice',
  fault: null,
  way: 'cash',
  settled: { by: 'Nisha Trivedi', reference: null, note: 'At the desk' },
  sent_after_all: {
    provider_refund: 'rfnd_X',
    found_at: '2026-11-22T13:30:00Z',
    explanation: null,
    explained_by: null,
  },
});

const page = (...refunds: QueuedRefund[]): Page => ({
  refunds,
  next: null,
  open: [
    { state: 'failed', refunds: 1, amount_paise: 77_000 },
    { state: 'waiting', refunds: 12, amount_paise: 924_000 },
  ],
  batch_at: '2026-11-27T05:30:00Z',
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(at: string, replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': () => me(),
    [QUEUE]: () => page(refund(), waiting),
    ...replies,
  });
  return { ...renderScreen({ path: '/refunds/{-$refund}', at, component: withMe(RefundsPage) }), log };
}

const facts = () => screen.findByRole('complementary', { name: 'Refund' });

test('failed refunds come first, and a refund opens with the words of the provider', async () => {
  const { user, place } = open('/refunds');
  const groups = await screen.findAllByRole('heading', { level: 2 });
  expect(groups.map(({ textContent }) => textContent)).toEqual(['Failed', 'Waiting for Fri 27 Nov']);
  expect(screen.getByText('12 · ₹9,240')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Rohan Mehta.*₹770/ }));
  expect(place()).toBe('/refunds/88');
  const shown = within(await facts());
  expect(shown.getByText('The account is closed')).toBeTruthy();
  expect(shown.getByText('C/26-27/000007')).toBeTruthy();
  expect(shown.getByRole('link', { name: /Court 3, 7:00 PM/ })).toBeTruthy();
});

test('the day of the next batch is that of the business, also where another day has begun at the venue', async () => {
  const business = { ...sampleMe.business, time_zone: 'America/New_York' };
  open('/refunds', {
    'GET /api/desk/me': () => ({ ...me(), business }),
    [QUEUE]: () => ({ ...page(waiting), batch_at: '2026-11-27T02:00:00Z' }),
  });
  expect(await screen.findByRole('heading', { name: 'Waiting for Thu 26 Nov' })).toBeTruthy();
});

test('a refund that is being sent for the first time is not said to have failed', async () => {
  const tried = (fault: string | null) => page({ ...waiting, tries: 1, fault });
  open('/refunds/89', { [QUEUE]: () => tried(null) });
  expect(within(await facts()).getByText('It is sent within a minute.')).toBeTruthy();
  cleanup();
  open('/refunds/89', { [QUEUE]: () => tried('The provider is busy') });
  expect(within(await facts()).getByText(/^Sending it failed 1 time\./)).toBeTruthy();
});

test('while a later try of a refund may run, the number of failures is not said', async () => {
  const tried = (seconds: number) => {
    const next_step_at = new Date(Date.now() + seconds * 1000).toISOString();
    return page({ ...waiting, tries: 3, fault: 'The provider is busy', next_step_at });
  };
  open('/refunds/89', { [QUEUE]: () => tried(60) });
  expect(within(await facts()).getByText('Sending it failed. The server tries again within a minute.')).toBeTruthy();
  cleanup();
  open('/refunds/89', { [QUEUE]: () => tried(240) });
  expect(within(await facts()).getByText(/^Sending it failed 3 times\./)).toBeTruthy();
});

test('the booking of a refund is named without a link if its venue has no board any more', async () => {
  open('/refunds/88', { [QUEUE]: () => page(refund({ venue: 3 })) });
  const shown = within(await facts());
  expect(shown.getByText('Court 3, 7:00 PM, Sun, 22 Nov 2026')).toBeTruthy();
  expect(shown.queryByRole('link', { name: /Court 3/ })).toBeNull();
});

test('the list names the year of a booking of another year, and an opened refund those of all its days', async () => {
  const old = refund({
    state: 'done',
    fault: null,
    paid_for: { order: '4820193756', name: 'Rohan Mehta', court: 'Court 3', day: '2024-11-23', minute: 1140 },
    approved_at: '2024-11-22T13:30:00Z',
    sent_at: '2024-11-29T05:30:00Z',
    ended_at: '2024-11-30T05:30:00Z',
  });
  open('/refunds/88', { [QUEUE]: () => page(old) });
  expect(await screen.findByText('Court 3, 7:00 PM, Sat, 23 Nov 2024 · Booking cancelled')).toBeTruthy();
  const shown = within(await facts());
  expect(shown.getByRole('link', { name: 'Court 3, 7:00 PM, Sat, 23 Nov 2024' })).toBeTruthy();
  expect(shown.getByText('Fri, 22 Nov 2024, 7:00 PM')).toBeTruthy();
  expect(shown.getByText(/^The provider sent it on Sat, 30 Nov 2024, 11:00 AM\./)).toBeTruthy();
});

test('J and K go through the list, and Enter tries a failed one again', async () => {
  const tried = vi.fn(() => [204, null] as const);
  const { user, place } = open('/refunds/88', { 'POST /api/desk/refunds/{refund}/retry': tried });
  await facts();
  await user.keyboard('j');
  await waitFor(() => expect(place()).toBe('/refunds/89'));
  await user.keyboard('k');
  await waitFor(() => expect(place()).toBe('/refunds/88'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tried).toHaveBeenCalledOnce());
});

test('the row of a refund that is closed has the focus, and J goes on from there', async () => {
  stubWindowWidth(64);
  const { user, place } = open('/refunds');
  const row = await screen.findByRole('button', { name: /Rohan Mehta/ });
  await user.click(row);
  await facts();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(document.activeElement).toBe(row);
  await user.keyboard('j');
  await waitFor(() => expect(place()).toBe('/refunds/89'));
});

test('UPI needs a reference and a note before anything is sent', async () => {
  const { user, log } = open('/refunds/88', { [SETTLE]: () => [204, null] as const });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  await user.click(screen.getByRole('radio', { name: /UPI/ }));
  await user.click(screen.getByRole('button', { name: 'Sent it by UPI' }));
  expect(screen.getByText('Write the reference of the payment.')).toBeTruthy();
  expect(screen.getByText('Write to whom the money went.')).toBeTruthy();
  expect(log.filter(({ call }) => call === SETTLE)).toEqual([]);
  await user.type(screen.getByLabelText('Reference of the payment'), '432198765012');
  await user.type(screen.getByLabelText('Note'), 'To Rohan');
  await user.click(screen.getByRole('button', { name: 'Sent it by UPI' }));
  await waitFor(() =>
    expect(log.find(({ call }) => call === SETTLE)?.body).toEqual({
      way: 'upi',
      reference: '432198765012',
      note: 'To Rohan',
    }),
  );
});

test('paise go back by UPI or bank, and Cash says why not', async () => {
  const { user } = open('/refunds/88', { [QUEUE]: () => page(refund({ amount_paise: 77_050 })) });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  expect(screen.getByRole('radio', { name: /UPI/, checked: true })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Cash goes back in whole rupees. Take UPI or bank./ })).toBeTruthy();
  expect(screen.queryByText('Leaves the drawer of the open shift')).toBeNull();
});

test('a refusal says what to do if the drawer is short, the provider has sent it, or it does not answer', async () => {
  let answer: readonly [409, ReturnType<typeof problem>] = [
    409,
    problem('drawer_short', { params: { amount: '₹300' } }),
  ];
  const { user } = open('/refunds/88', { [SETTLE]: () => answer });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  const give = () => user.click(screen.getByRole('button', { name: 'Give it in cash' }));
  await give();
  expect(await screen.findByText('The drawer has ₹300. Take another way, or bring change first.')).toBeTruthy();
  answer = [409, problem('refund_sent')];
  await give();
  expect(await screen.findByText(/has sent this money after all/)).toBeTruthy();
  answer = [409, problem('provider_silent')];
  await give();
  expect(await screen.findByText(/does not answer, so it may have sent this money/)).toBeTruthy();
});

test('a refund that is not settled after the form was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, log } = open('/refunds/88', {
    [SETTLE]: async () => {
      await answered.promise;
      return [409, problem('drawer_short', { params: { amount: '₹300' } })];
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  await user.click(screen.getByRole('button', { name: 'Give it in cash' }));
  await waitFor(() => expect(log.filter(({ call }) => call === SETTLE)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answered.resolve();
  const text = 'error: It was not settled | The drawer has ₹300. Take another way, or bring change first.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a note that is not saved after the form was closed is reported as a toast', async () => {
  const EXPLAIN = 'POST /api/desk/refunds/{refund}/explain';
  const answered = deferred<void>();
  const { user, log } = open('/refunds/90', {
    [QUEUE]: () => page(settled),
    [EXPLAIN]: async () => {
      await answered.promise;
      return [409, problem('nothing_to_explain')];
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Note what was done/ }));
  await user.type(screen.getByLabelText('Note'), 'Gave the cash back{Enter}');
  await waitFor(() => expect(log.filter(({ call }) => call === EXPLAIN)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answered.resolve();
  const text = 'error: The note was not saved | This was cleared up already. Look at it again.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('if the refund changes meanwhile, typed text is kept and cannot be sent', async () => {
  let state: QueuedRefund['state'] = 'failed';
  const { user, log, queryClient } = open('/refunds/88', {
    [QUEUE]: () => page(refund({ state })),
    [SETTLE]: () => [204, null] as const,
  });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  await user.type(screen.getByLabelText('Note (if you like)'), 'To Rohan');
  state = 'on_its_way';
  await queryClient.refetchQueries({ queryKey: ['refunds'] });
  expect(await screen.findByText('This refund has changed meanwhile')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note (if you like)').value).toBe('To Rohan');
  await user.type(screen.getByLabelText('Note (if you like)'), '{Enter}');
  expect(log.filter(({ call }) => call === SETTLE)).toEqual([]);
});

test('a request that got no answer is sent again with the same idempotency key', async () => {
  let isDown = true;
  const { user, log } = open('/refunds/88', { [SETTLE]: () => (isDown ? 'no network' : ([204, null] as const)) });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  await user.click(screen.getByRole('button', { name: 'Give it in cash' }));
  expect(await screen.findByText('It is not known whether it was settled', {}, { timeout: 10_000 })).toBeTruthy();
  isDown = false;
  await user.click(await screen.findByRole('button', { name: 'Ask again' }));
  expect(await screen.findByText(/₹770 is settled\. Hand it over now\./)).toBeTruthy();
  expect(new Set(log.filter(({ call }) => call === SETTLE).map(({ key }) => key)).size).toBe(1);
});

test('what is typed after a request without an answer is sent, as another request', async () => {
  let isDown = true;
  const { user, log } = open('/refunds/88', { [SETTLE]: () => (isDown ? 'no network' : ([204, null] as const)) });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  await user.click(screen.getByRole('button', { name: 'Give it in cash' }));
  expect(await screen.findByText('It is not known whether it was settled', {}, { timeout: 10_000 })).toBeTruthy();
  isDown = false;
  await user.type(screen.getByLabelText('Note (if you like)'), 'To Rohan');
  await user.click(await screen.findByRole('button', { name: 'Give it in cash' }));
  expect(await screen.findByText(/₹770 is settled\. Hand it over now\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call === SETTLE);
  expect(sent.at(-1)?.body).toEqual({ way: 'cash', note: 'To Rohan' });
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('what is changed while a request is under way is not sent as that request, if its answer is lost', async () => {
  const lost = deferred<'no network'>();
  let answer: Promise<'no network'> | readonly [204, null] = lost.promise;
  const { user, log } = open('/refunds/88', { [SETTLE]: () => answer });
  await user.click(await screen.findByRole('button', { name: /^Give back another way/ }));
  await user.click(screen.getByRole('button', { name: 'Give it in cash' }));
  await waitFor(() => expect(log.filter(({ call }) => call === SETTLE)).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: /UPI/ }));
  await user.type(screen.getByLabelText('Reference of the payment'), '432198765012');
  await user.type(screen.getByLabelText('Note'), 'To Rohan');
  lost.resolve('no network');
  expect(await screen.findByText('It is not known whether it was settled', {}, { timeout: 10_000 })).toBeTruthy();
  answer = [204, null];
  await user.click(screen.getByRole('button', { name: 'Sent it by UPI' }));
  expect(await screen.findByText(/₹770 is settled\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call === SETTLE);
  expect(sent.at(-1)?.body).toMatchObject({ way: 'upi', reference: '432198765012' });
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('a refund that failed once more after a lost answer is tried again by another request', async () => {
  const RETRY = 'POST /api/desk/refunds/{refund}/retry';
  let attempt = 1;
  const { user, log, queryClient } = open('/refunds/88', {
    [QUEUE]: () => page(refund({ attempt })),
    [RETRY]: () => (attempt === 1 ? [503, problem('unknown_outcome')] : [204, null]),
  });
  await user.click(await screen.findByRole('button', { name: /^Try again/ }));
  expect(await screen.findByText(/It is not known whether it is tried again/, {}, { timeout: 8_000 })).toBeTruthy();
  attempt = 2;
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await queryClient.refetchQueries({ queryKey: ['refunds'] });
  await within(await facts()).findByText('Attempt');
  await user.click(screen.getByRole('button', { name: /^Try again/ }));
  expect(await screen.findByText(/₹770 is tried again within a minute\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call === RETRY);
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('a refund of a later page is found by showing more', async () => {
  const { user } = open('/refunds/89', {
    [QUEUE]: ({ query }) => (query.has('after') ? page(waiting) : { ...page(refund()), next: '88' }),
  });
  const shown = within(await facts());
  expect(shown.getByText(/^This refund is not among those shown/)).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Show more' }));
  expect(await shown.findByText('Asha Patel')).toBeTruthy();
});

test('all waiting refunds are sent after a question', async () => {
  const sent = vi.fn(() => ({ refunds: 12, amount_paise: 924_000 }));
  const { user } = open('/refunds', { 'POST /api/desk/refunds/send': sent });
  await user.click(await screen.findByRole('button', { name: 'Send all now' }));
  expect(screen.getByText('Send 12 refunds, ₹9,240, now?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep waiting' }));
  expect(document.activeElement?.textContent).toBe('Send all now');
  await user.click(screen.getByRole('button', { name: 'Send all now' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

test('refunds that wait after a lost answer are sent by another request', async () => {
  const SEND = 'POST /api/desk/refunds/send';
  let count = 12;
  const { user, log, queryClient } = open('/refunds', {
    [QUEUE]: () => ({
      ...page(waiting),
      open: [{ state: 'waiting', refunds: count, amount_paise: count * 77_000 }],
    }),
    [SEND]: () => (count === 12 ? [503, problem('unknown_outcome')] : { refunds: count, amount_paise: count * 77_000 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send all now' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/It is not known whether it is sent/, {}, { timeout: 8_000 })).toBeTruthy();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  count = 3;
  await queryClient.refetchQueries({ queryKey: ['refunds'] });
  await screen.findByText('Send 3 refunds, ₹2,310, now?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/3 refunds, ₹2,310, are sent within a minute\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call === SEND);
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('of more refunds than one call sends, the question names how many it sends', async () => {
  const { user } = open('/refunds', {
    [QUEUE]: () => ({ ...page(waiting), open: [{ state: 'waiting', refunds: 350, amount_paise: 26_950_000 }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send all now' }));
  expect(screen.getByText('Send the oldest 200 of 350 refunds now?')).toBeTruthy();
});

test('a waiting refund that failed meanwhile is not said to be sent', async () => {
  let now = waiting;
  const { user } = open('/refunds/89', {
    [QUEUE]: () => page(now),
    'POST /api/desk/refunds/{refund}/send': () => {
      now = refund({ ...now, state: 'failed', next_step_at: null });
      return [409, problem('refund_not_waiting')] as const;
    },
  });
  await user.click(within(await facts()).getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText(/Nothing was sent.*It was sent already, has failed, or/)).toBeTruthy();
  expect(await within(await facts()).findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('refunds that are due already are not offered to be sent, and wait for no day', async () => {
  const due = { ...waiting, next_step_at: '2026-11-01T05:30:00Z' };
  open('/refunds', {
    [QUEUE]: () => ({ ...page(due), open: [{ state: 'waiting', refunds: 1, amount_paise: 77_000 }] }),
  });
  const [group] = await screen.findAllByRole('heading', { level: 2 });
  expect(group?.textContent).toBe('Waiting');
  expect(screen.queryByRole('button', { name: 'Send all now' })).toBeNull();
});

test('a refund that went back twice is explained by a note', async () => {
  const { user, log } = open('/refunds/90', {
    [QUEUE]: () => page(settled),
    'POST /api/desk/refunds/{refund}/explain': () => [204, null] as const,
  });
  const shown = within(await facts());
  expect(shown.getByText(/₹770 was given back \(Cash\), and the provider sent it as well/)).toBeTruthy();
  expect(shown.getByRole('link', { name: 'Voucher' }).getAttribute('href')).toBe('/api/desk/refunds/90/voucher');
  await user.click(shown.getByRole('button', { name: /^Note what was done/ }));
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  expect(screen.getByText('Write what was done.')).toBeTruthy();
  await user.type(screen.getByLabelText('Note'), 'Gave the cash back');
  await user.click(screen.getByRole('button', { name: 'Save the note' }));
  await waitFor(() =>
    expect(log.find(({ call }) => call.endsWith('/explain'))?.body).toEqual({ text: 'Gave the cash back' }),
  );
});

test('an explanation that was erased with the player is not shown', async () => {
  const explained = (explanation: string) => ({
    ...settled,
    state: 'done' as const,
    sent_after_all: {
      provider_refund: 'rfnd_X',
      found_at: '2026-11-22T13:30:00Z',
      explanation,
      explained_by: 'Nisha Trivedi',
    },
  });
  open('/refunds/90', { [QUEUE]: () => page(explained('Gave the cash back')) });
  const text = 'Went back twice. Cleared up: Gave the cash back Noted by Nisha Trivedi.';
  expect(within(await facts()).getByText(text)).toBeTruthy();
  cleanup();
  open('/refunds/90', { [QUEUE]: () => page(explained('')) });
  expect(within(await facts()).queryByText(/Went back twice/)).toBeNull();
});

test('a failed request and an empty queue each say so', async () => {
  let fails = true;
  const { user } = open('/refunds', {
    [QUEUE]: () => (fails ? [503, problem('unavailable')] : { ...page(), open: [] }),
  });
  expect(await screen.findByText('The refunds did not load')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
});

test('on a phone a list that did not load can be loaded again also at the address of a refund', async () => {
  onPhone();
  let fails = true;
  const { user } = open(`/refunds/${refund().id}`, {
    [QUEUE]: () => (fails ? [503, problem('unavailable')] : page(refund(), waiting)),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(retry.closest('[inert]')).toBeNull();
  fails = false;
  await user.click(retry);
  expect(await facts()).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).closest('[inert]')).not.toBeNull();
});

test('a person who may not settle refunds is told so', async () => {
  open('/refunds', { 'GET /api/desk/me': () => me(false) });
  expect(await screen.findByText('Your role does not see the refunds. Ask a manager.')).toBeTruthy();
});
