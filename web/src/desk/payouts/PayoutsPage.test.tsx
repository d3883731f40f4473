import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { onPhone } from '@/testing/on-phone';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import type { Payout, PayoutLine, PayoutsPage as Page } from './payouts';
import { PayoutsPage } from './PayoutsPage';
import { MOST_BYTES } from './read-file';

const LIST = 'GET /api/desk/payouts';
const ONE = 'GET /api/desk/payouts/{payout}';
const EXPLAIN = 'POST /api/desk/payouts/lines/{line}/explain';
const IMPORT = 'POST /api/desk/payouts/import';

const me = (changes: object = {}) => ({
  ...sampleMe,
  has_app: true,
  has_key: true,
  proof_until: '2999-01-01T00:00:00Z',
  permissions: { ...sampleMe.permissions, 'payout.read': 'yes', 'payout.explain': 'yes' },
  ...changes,
});

const payout: Payout = {
  id: 'setl_A',
  utr: 'N1',
  settled_at: '2026-11-24T03:30:00Z',
  amount_paise: 1_562_450,
  credit_paise: 1_642_450,
  debit_paise: 80_000,
  fee_paise: 37_600,
  tax_paise: 5_736,
  lines: 2,
  open_lines: 1,
};

function line(changes: Partial<PayoutLine> = {}): PayoutLine {
  return {
    id: 'pay_A',
    payout: 'setl_A',
    kind: 'payment',
    state: 'different',
    is_open: true,
    amount_paise: 79_000,
    fee_paise: 1_888,
    tax_paise: 288,
    net_paise: 77_112,
    expected_paise: 78_112,
    booking: { order: '4820193756', venue: 1, day: '2026-11-22' },
    added_at: '2026-11-24T21:05:00Z',
    explanation: null,
    explained_by: null,
    ...changes,
  };
}

const page = (changes: Partial<Page> = {}): Page => ({
  open: [line()],
  open_lines: 1,
  payouts: [payout],
  next: null,
  last_month: {
    payouts: 1,
    lines: 2,
    amount_paise: 1_562_450,
    fee_paise: 37_600,
    tax_paise: 5_736,
    debit_paise: 80_000,
  },
  read_at: '2026-11-24T21:05:00Z',
  unread_days: [],
  is_read: true,
  ...changes,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(at: string, replies: DeskReplies = {}, before: string[] = []) {
  const log = serveDesk({
    'GET /api/desk/me': () => me(),
    [LIST]: () => page(),
    [ONE]: () => ({ payout, lines: [line(), line({ id: 'pay_B', state: 'matched', is_open: false })], next: null }),
    ...replies,
  });
  return { ...renderScreen({ path: '/payouts/{-$payout}', at, before, component: withMe(PayoutsPage) }), log };
}

const facts = () => screen.findByRole('complementary', { name: 'Payout' });

test('what has to be explained comes first, and a payout opens with its lines', async () => {
  const { user, place } = open('/payouts');
  const groups = await screen.findAllByRole('heading', { level: 2 });
  expect(groups.map(({ textContent }) => textContent)).toEqual(['To explain1', 'Paid out']);
  expect(screen.getByText('GST in them ₹57.36')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Tue, 24 Nov 2026.*UTR N1.*₹15,624.50/ }));
  expect(place()).toBe('/payouts/setl_A');
  const shown = within(await facts());
  expect(await shown.findByText('2 lines')).toBeTruthy();
  expect(shown.getByText('pay_B')).toBeTruthy();
  expect(shown.getByText(/^It left the provider on Tue, 24 Nov 2026, /)).toBeTruthy();
  await user.click(shown.getByRole('button', { name: /Payment · Differs/ }));
  expect(place()).toBe('/payouts/pay_A');
});

test('the day of a payout is that of the business, also where the day before has not ended at the venue', async () => {
  const midnight = { ...payout, settled_at: '2026-11-23T18:30:00Z' };
  const { user } = open('/payouts', {
    'GET /api/desk/me': () =>
      me({ venues: [{ id: 1, name: 'Al Quoz Courts', time_zone: 'Asia/Dubai', is_retired: false }] }),
    [LIST]: () => page({ payouts: [midnight] }),
    [ONE]: () => ({ payout: midnight, lines: [], next: null }),
  });
  await user.click(await screen.findByRole('button', { name: /Tue, 24 Nov 2026.*UTR N1/ }));
  const shown = within(await facts());
  expect(await shown.findByText(/^It left the provider on Tue, 24 Nov 2026, 12:00 AM/)).toBeTruthy();
});

test('a payout without a UTR is not said to be shown by the bank with one', async () => {
  const unnamed = { ...payout, utr: null };
  open('/payouts/setl_A', {
    [LIST]: () => page({ payouts: [unnamed] }),
    [ONE]: () => ({ payout: unnamed, lines: [], next: null }),
  });
  const shown = within(await facts());
  expect(await shown.findByText('No UTR yet')).toBeTruthy();
  expect(shown.getByText(/^It left the provider on [^.]*\.$/)).toBeTruthy();
});

test('a line says what differs, and Enter opens the form for its explanation', async () => {
  const { user, log } = open('/payouts/pay_A', { [EXPLAIN]: () => [204, null] as const });
  const shown = within(await facts());
  expect(shown.getByText('The provider settled ₹771.12. By what you hold it should be ₹781.12.')).toBeTruthy();
  expect(shown.getByText('-₹10')).toBeTruthy();
  await user.keyboard('{Enter}');
  await user.click(await shown.findByRole('button', { name: 'Save the explanation' }));
  expect(shown.getByText('Write what it is.')).toBeTruthy();
  expect(log.filter(({ call }) => call === EXPLAIN)).toEqual([]);
  await user.type(shown.getByLabelText('Explanation'), 'Fee of October');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  await waitFor(() => expect(log.find(({ call }) => call === EXPLAIN)?.body).toEqual({ text: 'Fee of October' }));
});

test('a refund that was settled as expected but not sent is not said to have another amount', async () => {
  const refund = { kind: 'refund', amount_paise: 80_000, net_paise: -80_000, expected_paise: -80_000 } as const;
  open('/payouts/pay_A', { [LIST]: () => page({ open: [line(refund)] }) });
  const shown = within(await facts());
  expect(shown.getByText(/^The provider settled -₹800, as it should be.*the refund not sent\.$/)).toBeTruthy();
  expect(shown.queryByText(/it should be -₹800/)).toBeNull();
});

test('an opened line says in which year it was found', async () => {
  open('/payouts/pay_A');
  expect(await within(await facts()).findByText('Wed, 25 Nov 2026, 2:35 AM')).toBeTruthy();
});

test('the booking of a line has its number in place of a link if its venue has no board any more', async () => {
  const booking = { order: '4820193756', venue: 3, day: '2026-03-15' };
  open('/payouts/pay_A', { [LIST]: () => page({ open: [line({ booking })] }) });
  const shown = within(await facts());
  expect(shown.getByText('4820193756')).toBeTruthy();
  expect(shown.queryByRole('link', { name: 'Open the booking' })).toBeNull();
});

test('an explanation of 200 emoji is as long as the server allows', async () => {
  const { user, log } = open('/payouts/pay_A', { [EXPLAIN]: () => [204, null] as const });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  const field = await shown.findByLabelText('Explanation');
  await user.click(field);
  await user.paste('💸'.repeat(201));
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  expect(shown.getByText('At most 200 characters.')).toBeTruthy();
  await user.clear(field);
  await user.paste('💸'.repeat(200));
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  await waitFor(() => expect(log.find(({ call }) => call === EXPLAIN)?.body).toEqual({ text: '💸'.repeat(200) }));
});

test('an explanation and an import without an answer are not said to have failed', async () => {
  const { user } = open('/payouts/pay_A', {
    [EXPLAIN]: () => [503, problem('unknown_outcome')],
    [IMPORT]: () => [503, problem('unknown_outcome')],
  });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  expect(await shown.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(shown.queryByText('The explanation was not saved')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Import a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  const file = new File(['type,entity_id\r\n'], 'settlements.csv', { type: 'text/csv' });
  await user.upload(dialog.getByLabelText('Choose the CSV file'), file);
  await user.click(dialog.getByRole('button', { name: 'Import it' }));
  expect(await dialog.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(dialog.queryByText('Nothing was imported')).toBeNull();
});

test('an explanation that is refused after the form was closed is reported as a toast', async () => {
  const answered = deferred<void>();
  const { user, log } = open('/payouts/pay_A', {
    [EXPLAIN]: async () => {
      await answered.promise;
      return [409, problem('nothing_to_explain')];
    },
  });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October{Enter}');
  await waitFor(() => expect(log.filter(({ call }) => call === EXPLAIN)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Explanation')).toBeNull());
  answered.resolve();
  const text = 'error: The explanation was not saved | This was explained already. Look at it again.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a proof that an explanation needs is reported as a toast if the form was closed before', async () => {
  const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
  const { user, log } = open('/payouts/pay_A', { [EXPLAIN]: () => answer.promise });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October{Enter}');
  await waitFor(() => expect(log.filter(({ call }) => call === EXPLAIN)).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Explanation')).toBeNull());
  answer.resolve([403, problem('proof_needed')]);
  expect(await screen.findByText(/^error: The explanation was not saved \| Confirm with your passkey/)).toBeTruthy();
});

test('J and K go through lines and payouts', async () => {
  const { user, place } = open('/payouts/pay_A');
  await facts();
  await user.keyboard('j');
  await waitFor(() => expect(place()).toBe('/payouts/setl_A'));
  await user.keyboard('k');
  await waitFor(() => expect(place()).toBe('/payouts/pay_A'));
});

test('after a line has left the list, the next step starts from its former place', async () => {
  const lines = ['pay_A', 'pay_B', 'pay_C'].map((id) => line({ id }));
  let isExplained = false;
  const { user, place } = open('/payouts/pay_B', {
    [LIST]: () => page({ open: isExplained ? lines.filter(({ id }) => id !== 'pay_B') : lines, open_lines: 3 }),
    [EXPLAIN]: () => {
      isExplained = true;
      return [204, null] as const;
    },
  });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  await waitFor(() => expect(screen.queryByText('pay_B')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Next one' }));
  await waitFor(() => expect(place()).toBe('/payouts/pay_C'));
});

test('two quick presses of J go two lines on', async () => {
  const lines = ['pay_A', 'pay_B', 'pay_C'].map((id) => line({ id }));
  const { user, place } = open('/payouts/pay_A', { [LIST]: () => page({ open: lines, open_lines: 3 }) });
  await facts();
  await user.keyboard('jj');
  await waitFor(() => expect(place()).toBe('/payouts/pay_C'));
});

test('the row of a line that is closed has the focus, and J goes on from there', async () => {
  stubWindowWidth(64);
  const { user, place } = open('/payouts');
  const row = await screen.findByRole('button', { name: /^Payment · Differs/ });
  await user.click(row);
  await facts();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(document.activeElement).toBe(row);
  await user.keyboard('j');
  await waitFor(() => expect(place()).toBe('/payouts/setl_A'));
});

test('typed text is kept while a new proof is requested', async () => {
  let isProven = false;
  const { user, log } = open('/payouts/pay_A', {
    [EXPLAIN]: () => (isProven ? ([204, null] as const) : ([403, problem('proof_needed')] as const)),
    'POST /api/desk/me/prove': () => {
      isProven = true;
      return [204, null] as const;
    },
  });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  await user.type(await screen.findByLabelText(/code/i), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const again = within(await facts());
  const field = await again.findByLabelText<HTMLInputElement>('Explanation');
  expect(field.value).toBe('Fee of October');
  await user.click(again.getByRole('button', { name: 'Save the explanation' }));
  await waitFor(() => expect(log.filter(({ call }) => call === EXPLAIN)).toHaveLength(2));
  expect(log.findLast(({ call }) => call === EXPLAIN)?.body).toEqual({ text: 'Fee of October' });
});

test('the answer about one line leaves what is typed for another', async () => {
  const answer = deferred<readonly [204, null]>();
  const { user, queryClient } = open('/payouts/pay_A', {
    [LIST]: () => page({ open: [line(), line({ id: 'pay_B' })], open_lines: 2 }),
    [EXPLAIN]: () => answer.promise,
  });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  await user.click(screen.getByRole('button', { name: /pay_B/ }));
  await user.click(await shown.findByRole('button', { name: /^Explain/ }));
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of June');
  answer.resolve([204, null]);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(shown.getByLabelText<HTMLInputElement>('Explanation').value).toBe('Fee of June');
});

test('what is typed for one line is there again after another line was explained', async () => {
  const { user, log } = open('/payouts/pay_A', {
    [LIST]: () => page({ open: [line(), line({ id: 'pay_B' })], open_lines: 2 }),
    [EXPLAIN]: () => [204, null] as const,
  });
  const shown = within(await facts());
  await user.keyboard('{Enter}');
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October');
  await user.click(screen.getByRole('button', { name: /pay_B/ }));
  await user.click(await shown.findByRole('button', { name: /^Explain/ }));
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of June');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  await waitFor(() => expect(log.find(({ call }) => call === EXPLAIN)?.body).toEqual({ text: 'Fee of June' }));
  await user.click(screen.getByRole('button', { name: /pay_A/ }));
  expect((await shown.findByLabelText<HTMLInputElement>('Explanation')).value).toBe('Fee of October');
});

test('days that could not be read are named', async () => {
  open('/payouts', { [LIST]: () => page({ unread_days: ['2026-11-23', '2026-11-24'] }) });
  expect(await screen.findByText('Not read: Mon 23 Nov, Tue 24 Nov')).toBeTruthy();
  expect(screen.getByText(/tries again every ten minutes/)).toBeTruthy();
});

test('a payout with more lines reads them after a press, and says if they did not load', async () => {
  let isDown = true;
  const { user, log } = open('/payouts/setl_A', {
    [ONE]: ({ query }) => {
      if (query.get('after') === null) return { payout, lines: [line()], next: 'cursor-50' };
      return isDown ? ([500, problem('internal')] as never) : { payout, lines: [line({ id: 'pay_C' })], next: null };
    },
  });
  const shown = within(await facts());
  await user.click(await shown.findByRole('button', { name: 'Show more lines' }));
  expect(await shown.findByText('Further lines did not load')).toBeTruthy();
  expect(shown.getAllByRole('button', { name: /Payment · Differs/ })).toHaveLength(1);

  isDown = false;
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown.getAllByRole('button', { name: /Payment · Differs/ })).toHaveLength(2));
  expect(shown.queryByText('Further lines did not load')).toBeNull();
  expect(shown.queryByRole('button', { name: 'Show more lines' })).toBeNull();
  expect(log.findLast(({ call }) => call === ONE)?.query.get('after')).toBe('cursor-50');
});

test('a line that is not on the first page is opened from its payout', async () => {
  const { user, place } = open('/payouts/setl_A', { [LIST]: () => page({ open: [], open_lines: 1 }) });
  const shown = within(await facts());
  await user.click(await shown.findByRole('button', { name: /Payment · Differs/ }));
  expect(place()).toBe('/payouts/pay_A');
  expect(await within(await facts()).findByRole('button', { name: /^Explain/ })).toBeTruthy();
});

test('a line that was opened from its payout leads back to the row of the payout', async () => {
  stubWindowWidth(64);
  const { user, place } = open('/payouts/setl_A', { [LIST]: () => page({ open: [], open_lines: 1 }) });
  await user.click(await within(await facts()).findByRole('button', { name: /Payment · Differs/ }));
  await within(await facts()).findByRole('button', { name: /^Explain/ });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(place()).toBe('/payouts'));
  const row = screen.getByRole('button', { name: /Tue, 24 Nov 2026/ });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test('a line that was opened from its payout is shown as explained as soon as it is', async () => {
  let explained: Partial<PayoutLine> = {};
  const { user } = open('/payouts/setl_A', {
    [LIST]: () => page({ open: explained.is_open === false ? [] : [line()] }),
    [ONE]: () => ({ payout, lines: [line(explained)], next: null }),
    [EXPLAIN]: () => {
      explained = { is_open: false, explanation: 'Fee of October', explained_by: 'Nisha Trivedi' };
      return [204, null] as const;
    },
  });
  const shown = within(await facts());
  await user.click(await shown.findByRole('button', { name: /Payment · Differs/ }));
  await user.click(await shown.findByRole('button', { name: /^Explain/ }));
  await user.type(await shown.findByLabelText('Explanation'), 'Fee of October');
  await user.click(shown.getByRole('button', { name: 'Save the explanation' }));
  expect(await shown.findByText('Explained: Fee of October Noted by Nisha Trivedi.')).toBeTruthy();
  expect(shown.queryByRole('button', { name: /^Explain/ })).toBeNull();
});

test('a payout without open lines says that each line fits or is explained', async () => {
  const lines = [line({ is_open: false, explanation: 'Fee of October' })];
  open('/payouts/setl_A', { [ONE]: () => ({ payout: { ...payout, open_lines: 0 }, lines, next: null }) });
  expect(await within(await facts()).findByText('Every line fits what you hold, or is explained.')).toBeTruthy();
});

test('a line whose explanation was erased with the player is listed by its id', async () => {
  const lines = [line({ is_open: false, explanation: '', explained_by: 'Nisha Trivedi' })];
  open('/payouts/setl_A', { [LIST]: () => page({ open: [] }), [ONE]: () => ({ payout, lines, next: null }) });
  const shown = within(await facts());
  expect(await shown.findByText('Payment · Explained')).toBeTruthy();
  expect(shown.getByText('pay_A')).toBeTruthy();
});

test('a file that is too large is not sent, and the limit is named', async () => {
  const { user, log } = open('/payouts');
  await user.click(await screen.findByRole('button', { name: 'Import a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  const file = new File(['a'.repeat(MOST_BYTES + 1)], 'settlements.csv', { type: 'text/csv' });
  await user.upload(dialog.getByLabelText('Choose the CSV file'), file);
  await user.click(dialog.getByRole('button', { name: 'Import it' }));
  expect(dialog.getByText(`This file is larger than ${MOST_BYTES / 1e6} MB. Import a shorter time.`)).toBeTruthy();
  expect(log.filter(({ call }) => call === IMPORT)).toEqual([]);
});

test('a file is sent as a list of its lines, and each bad line is named', async () => {
  const rows = [
    { line: 0, column: 'settled_at', code: 'no_column' },
    { line: 3, column: 'amount', code: 'not_an_amount' },
    { line: 4, column: null, code: 'contradicts' },
  ];
  const { user, log } = open('/payouts', { [IMPORT]: () => [422, { ...problem('bad_rows'), rows }] });
  await user.click(await screen.findByRole('button', { name: 'Import a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Import it' }));
  expect(dialog.getByText('Choose a file first.')).toBeTruthy();
  const file = new File(['type,entity_id\r\npayment,pay_A\r\n'], 'settlements.csv', { type: 'text/csv' });
  await user.upload(dialog.getByLabelText('Choose the CSV file'), file);
  await user.click(dialog.getByRole('button', { name: 'Import it' }));
  expect(await dialog.findByText('settled_at: this column is not in the file')).toBeTruthy();
  expect(dialog.getByText('Line 3, amount: not an amount in rupees')).toBeTruthy();
  expect(dialog.getByText('Line 4: it is stored with another amount, kind or payout')).toBeTruthy();
  expect(dialog.queryByText(/more line/)).toBeNull();
  expect(log.find(({ call }) => call === IMPORT)?.body).toEqual({ lines: ['type,entity_id', 'payment,pay_A'] });
});

test.each([
  [1, 'and 1 more line'],
  [1950, 'and 1950 more lines'],
])('of many bad lines those that are not named are counted: %d', async (more_rows, counted) => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ line: at + 2, column: null, code: 'contradicts' }));
  const { user } = open('/payouts', { [IMPORT]: () => [422, { ...problem('bad_rows'), rows, more_rows }] });
  await user.click(await screen.findByRole('button', { name: 'Import a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  const file = new File(['type,entity_id\r\n'], 'settlements.csv', { type: 'text/csv' });
  await user.upload(dialog.getByLabelText('Choose the CSV file'), file);
  await user.click(dialog.getByRole('button', { name: 'Import it' }));
  expect(await dialog.findByText(counted)).toBeTruthy();
  expect(dialog.getAllByText(/^Line \d+: /)).toHaveLength(50);
});

test('an import that needs a new proof is open again after it, with its file', async () => {
  let isProven = false;
  const { user, log } = open('/payouts', {
    [IMPORT]: () => (isProven ? { lines: 1, added: 1, amount_paise: 0, unsettled: 0 } : [403, problem('proof_needed')]),
    'POST /api/desk/me/prove': () => [204, null],
  });
  await user.click(await screen.findByRole('button', { name: 'Import a file' }));
  const file = new File(['type,entity_id\r\n'], 'settlements.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('Choose the CSV file'), file);
  await user.click(screen.getByRole('button', { name: 'Import it' }));
  await user.type(await screen.findByLabelText(/code/i), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const again = within(await screen.findByRole('dialog', { name: 'Import the provider’s file' }));
  expect(again.getByText('settlements.csv is chosen.')).toBeTruthy();
  isProven = true;
  await user.click(again.getByRole('button', { name: 'Import it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(log.findLast(({ call }) => call === IMPORT)?.body).toEqual({ lines: ['type,entity_id'] });
});

test('an import that fails after the page was left is reported as a toast', async () => {
  const answer = deferred<readonly [503, ReturnType<typeof problem>]>();
  const { user, log, back, place } = open('/payouts', { [IMPORT]: () => answer.promise }, ['/elsewhere']);
  await user.click(await screen.findByRole('button', { name: 'Import a file' }));
  const file = new File(['type,entity_id\r\n'], 'settlements.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('Choose the CSV file'), file);
  await user.click(screen.getByRole('button', { name: 'Import it' }));
  await waitFor(() => expect(log.filter(({ call }) => call === IMPORT)).toHaveLength(1));
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(place()).toBe('/elsewhere');
  answer.resolve([503, problem('unavailable')]);
  expect(await screen.findByText(/^error: Nothing was imported \|/)).toBeTruthy();
});

test('without the permission the screen says who sees payouts, and requests no list', async () => {
  const { log } = open('/payouts', { 'GET /api/desk/me': () => me({ permissions: sampleMe.permissions }) });
  expect(await screen.findByText('Only an owner sees what the payment provider pays out.')).toBeTruthy();
  expect(log.filter(({ call }) => call === LIST)).toEqual([]);
});

test('without a proof the screen requests one, and no list', async () => {
  const { log } = open('/payouts', { 'GET /api/desk/me': () => me({ proof_until: null }) });
  expect(await screen.findByLabelText(/code/i)).toBeTruthy();
  expect(log.filter(({ call }) => call === LIST)).toEqual([]);
});

test('a new proof is requested when the server says that it is needed', async () => {
  open('/payouts', { [LIST]: () => [403, problem('proof_needed')] });
  expect(await screen.findByLabelText(/code/i)).toBeTruthy();
});

test('an empty list says when the server reads payouts', async () => {
  open('/payouts', { [LIST]: () => page({ open: [], open_lines: 0, payouts: [] }) });
  expect(await screen.findByText('Nothing was paid out yet')).toBeTruthy();
  expect(screen.getByText(/Each night the server reads/)).toBeTruthy();
});

test('an empty list does not say that nothing was paid out if days could not be read', async () => {
  open('/payouts', { [LIST]: () => page({ open: [], open_lines: 0, payouts: [], unread_days: ['2026-11-24'] }) });
  expect(await screen.findByText(/^Not read: /)).toBeTruthy();
  expect(screen.queryByText('Nothing was paid out yet')).toBeNull();
});

test('an empty list asks for an import if the server does not read payouts', async () => {
  open('/payouts', { [LIST]: () => page({ open: [], open_lines: 0, payouts: [], is_read: false }) });
  expect(await screen.findByText(/Import its file of settlements/)).toBeTruthy();
});

test('a list that did not load is loaded again by a button', async () => {
  let calls = 0;
  const { user } = open('/payouts', {
    [LIST]: () => {
      calls += 1;
      return calls < 2 ? [503, problem('unavailable')] : page();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Tue, 24 Nov 2026/ })).toBeTruthy();
});

test('on a phone a list that did not load can be loaded again also at the address of a payout', async () => {
  onPhone();
  let calls = 0;
  const { user } = open('/payouts/setl_A', {
    [LIST]: () => {
      calls += 1;
      return calls < 2 ? [503, problem('unavailable')] : page();
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(retry.closest('[inert]')).toBeNull();
  await user.click(retry);
  const shown = within(await facts());
  expect(await shown.findByText('2 lines')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).closest('[inert]')).not.toBeNull();
});

test('on a phone a payout that did not load leads back to the list, also by Escape', async () => {
  onPhone();
  const { user, place } = open('/payouts/setl_A', { [ONE]: () => [503, problem('unavailable')] });
  expect(await within(await facts()).findByText('The payout did not load')).toBeTruthy();
  await user.click(within(await facts()).getByRole('button', { name: 'Payouts' }));
  await waitFor(() => expect(place()).toBe('/payouts'));
  await user.click(screen.getByRole('button', { name: /Tue, 24 Nov 2026/ }));
  await within(await facts()).findByRole('button', { name: 'Payouts' });
  (await facts()).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(place()).toBe('/payouts'));
});
