import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { pause } from '@/lib/pause';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { stubWindowWidth } from '@/testing/window-width';
import { withMe } from '@/testing/with-me';
import { deskLayoutTexts } from '@/desk/layout/texts';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { couponsSearch } from '@/desk/lib/search';
import { CouponsPage } from './CouponsPage';
import type { Coupon, CouponList } from './coupons';
import { couponsTexts } from './texts';

const me = (granted = true) => ({
  ...sampleMe,
  permissions: granted ? { ...sampleMe.permissions, 'coupon.edit': 'yes' } : sampleMe.permissions,
});

function coupon(changes: Partial<Coupon> = {}): Coupon {
  return {
    code: 'DIWALI20',
    state: 'running',
    percent_hundredths: 2_000,
    flat_paise: null,
    max_discount_paise: 15_000,
    min_amount_paise: 50_000,
    from: null,
    until: '2999-12-31',
    venues: [1],
    total_limit: 100,
    per_customer_limit: 1,
    used: 12,
    was_used: true,
    given_paise: 144_000,
    note: null,
    is_in_file: false,
    made_at: '2026-11-21T06:00:00Z',
    made_by: 'Nisha Trivedi',
    stop: null,
    may_edit: true,
    may_stop: true,
    version: 3,
    ...changes,
  };
}

const page = (...coupons: Coupon[]): CouponList => ({
  coupons,
  counts: [{ state: 'running', coupons: 1 }],
  next: null,
});

const use = {
  booking: { order: '4820193756', name: 'Rohan Mehta', court: 'Court 3', day: '2026-11-22', minute: 1140 },
  venue: 1,
  status: 'confirmed',
  discount_paise: 15_000,
  booked_at: '2026-11-21T06:30:00Z',
} as const;

beforeEach(() => {
  localStorage.clear();
  dropPersonalStores();
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens the screen at an address after another page, and returns the requests that the server received. */
function open(at: string, shown: Coupon = coupon(), replies: DeskReplies = {}) {
  return openScreen(at, shown, replies).log;
}

/** As {@link open}, with the screen. */
function openScreen(at: string, shown: Coupon, replies: DeskReplies) {
  const log = serveDesk({
    'GET /api/desk/me': () => me(),
    'GET /api/desk/coupons': () => page(shown),
    'GET /api/desk/coupons/{code}': () => shown,
    'GET /api/desk/coupons/{code}/uses': () => ({ uses: [use], next: null }),
    'GET /api/desk/coupon-example': () => ({ discount_paise: 15_000, total_paise: 85_000, needs_paise: null }),
    ...replies,
  });
  const before = '/elsewhere';
  const view = renderScreen({
    path: '/coupons/{-$coupon}',
    at,
    before,
    component: withMe(CouponsPage),
    search: couponsSearch,
  });
  return { ...view, log };
}

test('the last day of a coupon has its year', async () => {
  open('/coupons', coupon({ until: '2027-12-31' }));
  expect(await screen.findByText('20% off, at most ₹150 · to Fri, 31 Dec 2027')).toBeTruthy();
});

test('a coupon shows what it gives, what a price costs, and who used it', async () => {
  const log = open('/coupons/DIWALI20');
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  expect(within(facts).getByRole('heading', { name: 'DIWALI20' })).toBeTruthy();
  expect(within(facts).getByText('20% off, at most ₹150')).toBeTruthy();
  expect(within(facts).getByText('12 of 100 uses')).toBeTruthy();
  expect(await within(facts).findByText('₹850')).toBeTruthy();
  const link = await within(facts).findByRole('link', { name: /Rohan Mehta/ });
  expect(link.getAttribute('href')).toContain('open=4820193756');
  expect(within(link).getByText('Court 3, 7:00 PM, Sun, 22 Nov 2026')).toBeTruthy();
  const requested = log.find(({ call }) => call === 'GET /api/desk/coupon-example');
  expect(Object.fromEntries(requested?.query ?? [])).toEqual({
    price_paise: '100000',
    percent_hundredths: '2000',
    max_discount_paise: '15000',
    min_amount_paise: '50000',
  });
});

test('a use at a venue that has no board any more is shown without a link', async () => {
  const past = { ...use, venue: 9, booking: { ...use.booking, order: '4820193757', name: 'Asha Patel' } };
  open('/coupons/DIWALI20', coupon(), {
    'GET /api/desk/coupons/{code}/uses': () => ({ uses: [use, past], next: null }),
  });
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  expect(await within(facts).findByText('Asha Patel')).toBeTruthy();
  expect(within(facts).getByRole('link', { name: /Rohan Mehta/ })).toBeTruthy();
  expect(within(facts).queryByRole('link', { name: /Asha Patel/ })).toBeNull();
});

test('of a coupon that was used at venues of others only it is not said that it is not used yet', async () => {
  const noUses: DeskReplies = { 'GET /api/desk/coupons/{code}/uses': () => ({ uses: [], next: null }) };
  open('/coupons/DIWALI20', coupon({ venues: null }), noUses);
  expect(await screen.findByText('No booking at your venues has it.')).toBeTruthy();
  expect(screen.queryByText('Not used yet.')).toBeNull();
  cleanup();
  open('/coupons/DIWALI20', coupon({ used: 0, was_used: false }), noUses);
  expect(await screen.findByText('Not used yet.')).toBeTruthy();
});

test('a coupon with more uses than a page reads the next ones after a press, also after a failure', async () => {
  const later = { ...use, booking: { ...use.booking, order: '4820193757', name: 'Asha Patel' } };
  let isDown = true;
  const log = open('/coupons/DIWALI20', coupon(), {
    'GET /api/desk/coupons/{code}/uses': ({ query }) => {
      if (query.get('after') === null) return { uses: [use], next: 'cursor-20' };
      return isDown ? ([500, problem('internal')] as never) : { uses: [later], next: null };
    },
  });
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  fireEvent.click(await within(facts).findByRole('button', { name: 'Show more' }));
  expect(await within(facts).findByText('Its bookings did not load')).toBeTruthy();
  expect(within(facts).getByRole('link', { name: /Rohan Mehta/ })).toBeTruthy();

  isDown = false;
  fireEvent.click(within(facts).getByRole('button', { name: 'Try again' }));
  expect(await within(facts).findByRole('link', { name: /Asha Patel/ })).toBeTruthy();
  expect(within(facts).getByRole('link', { name: /Rohan Mehta/ })).toBeTruthy();
  expect(within(facts).queryByText('Its bookings did not load')).toBeNull();
  expect(within(facts).queryByRole('button', { name: 'Show more' })).toBeNull();
  const requested = log.filter(({ call }) => call === 'GET /api/desk/coupons/{code}/uses');
  expect(Object.fromEntries(requested.at(-1)?.query ?? [])).toEqual({ limit: '20', after: 'cursor-20' });
});

test('moments are in Indian time if the person has no venue', async () => {
  open('/coupons/DIWALI20', coupon(), { 'GET /api/desk/me': () => ({ ...me(), venues: [] }) });
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  expect(within(facts).getByText(/11:30 AM/)).toBeTruthy();
});

test('without the permission the screen says whom to ask', async () => {
  open('/coupons', coupon(), { 'GET /api/desk/me': () => me(false) });
  expect(await screen.findByText(/Ask a manager/)).toBeTruthy();
});

test('an empty list has a button to make the first coupon', async () => {
  open('/coupons', coupon(), { 'GET /api/desk/coupons': () => ({ coupons: [], counts: [], next: null }) });
  expect(await screen.findByText('No coupons yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: /New coupon/ })).toHaveProperty('disabled', false);
});

test('a list that did not load is loaded again by a button', async () => {
  let isFirst = true;
  open('/coupons', coupon(), {
    'GET /api/desk/coupons': () => {
      if (!isFirst) return page(coupon());
      isFirst = false;
      return [500, problem('internal')] as never;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('DIWALI20')).toBeTruthy();
});

test('a new coupon shows the errors of its fields before it is sent, and those of the server after', async () => {
  const log = open('/coupons?form=new', coupon(), {
    'POST /api/desk/coupons': () => [422, problem('invalid', { fields: { code: 'taken' } })],
  });
  const form = await screen.findByRole('form', { name: 'New coupon' });
  fireEvent.click(within(form).getByRole('button', { name: 'Make coupon' }));
  expect(within(form).getByText('Write a code, such as DIWALI20.')).toBeTruthy();
  expect(within(form).getByText('Write how many percent it takes off.')).toBeTruthy();
  const percent = within(form).getByLabelText('Percent');
  const note = document.getElementById(percent.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('Write how many percent it takes off.');
  expect(log.some(({ call }) => call === 'POST /api/desk/coupons')).toBe(false);
  const fill = (label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  fill('Code', 'diwali20');
  fill('Percent', '12.5');
  fill('At most, ₹ (if you like)', '150');
  fill('Uses in all (if limited)', '100');
  fill('Uses of one player (if limited)', '2000000');
  expect(within(form).getByText('Write a whole number from 1 to 10,00,000, or leave it empty.')).toBeTruthy();
  fill('Uses of one player (if limited)', '');
  within(form).getByLabelText('Uses in all (if limited)').focus();
  fireEvent.click(within(form).getByRole('button', { name: 'Make coupon' }));
  expect(await within(form).findByText('A coupon has or had this code. Take another one.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(within(form).getByLabelText('Code')));
  const sent = log.find(({ call }) => call === 'POST /api/desk/coupons');
  expect(sent?.body).toEqual({
    code: 'diwali20',
    terms: {
      percent_hundredths: 1_250,
      max_discount_paise: 15_000,
      min_amount_paise: null,
      from: null,
      until: null,
      venues: [1],
      total_limit: 100,
      per_customer_limit: null,
      note: null,
    },
  });
});

test('of a coupon that was used the percentage is not asked for, and the limit can be changed', async () => {
  const log = open('/coupons/DIWALI20?form=change', coupon(), {
    'PUT /api/desk/coupons/{code}': () => ({ version: 4 }),
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  expect(within(form).queryByLabelText('Percent')).toBeNull();
  fireEvent.change(within(form).getByLabelText('Uses in all (if limited)'), { target: { value: '200' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call === 'PUT /api/desk/coupons/{code}')).toBe(true));
  const sent = log.find(({ call }) => call === 'PUT /api/desk/coupons/{code}');
  expect(sent?.ifMatch).toBe('"3"');
  expect(sent?.body).toMatchObject({ percent_hundredths: 2_000, max_discount_paise: 15_000, total_limit: 200 });
});

test('stopping needs a reason and warns of the operator’s file', async () => {
  const log = open('/coupons/DIWALI20?form=stop', coupon({ is_in_file: true }), {
    'POST /api/desk/coupons/{code}/stop': () => ({ used: 12 }),
  });
  const form = await screen.findByRole('form', { name: 'Stop it' });
  expect(within(form).getByText(/or the next import is refused/)).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: 'Stop for good' }));
  expect(within(form).getByText('Write why it is stopped.')).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Why'), { target: { value: 'Posted on a deals page' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Stop for good' }));
  await waitFor(() => {
    const sent = log.find(({ call }) => call === 'POST /api/desk/coupons/{code}/stop');
    expect(sent?.body).toEqual({ reason: 'Posted on a deals page' });
  });
});

test('a stop that fails after its form was closed is told', async () => {
  const answer = deferred<readonly [409, ReturnType<typeof problem>]>();
  const log = open('/coupons/DIWALI20?form=stop', coupon(), {
    'POST /api/desk/coupons/{code}/stop': () => answer.promise,
  });
  const form = await screen.findByRole('form', { name: 'Stop it' });
  fireEvent.change(within(form).getByLabelText('Why'), { target: { value: 'Posted on a deals page' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Stop for good' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  fireEvent.keyDown(within(form).getByLabelText('Why'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answer.resolve([409, problem('coupon_other_venues')]);
  await screen.findByText(/^error: DIWALI20 was not stopped \| A coupon can be valid at your own venues only/);
});

test('the message below a percentage describes the field that it is about', async () => {
  open('/coupons?form=new');
  const form = within(await screen.findByRole('form', { name: 'New coupon' }));
  const [percent, most] = [form.getByLabelText('Percent'), form.getByLabelText('At most, ₹ (if you like)')];
  const messageOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  fireEvent.change(most, { target: { value: 'much' } });
  fireEvent.click(form.getByRole('button', { name: 'Make coupon' }));
  expect(messageOf(percent)).toBe('Write how many percent it takes off.');
  expect(most.hasAttribute('aria-describedby')).toBe(false);
  fireEvent.change(percent, { target: { value: '20' } });
  expect(percent.hasAttribute('aria-describedby')).toBe(false);
  expect(messageOf(most)).toMatch(/^At most, ₹ \(if you like\): Write an amount/);
});

test('a coupon names its past venue, and does not count it as one of others', async () => {
  const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  open('/coupons/DIWALI20', coupon({ venues: [1, 3] }), {
    'GET /api/desk/me': () => ({ ...me(), past_venues: [oldMill] }),
  });
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  expect(await within(facts).findByText('Riverside Arena, Old Mill')).toBeTruthy();
});

test('the retired venue of a coupon can be taken out, and no venue at all is said to be missing', async () => {
  const oldMill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  const log = open('/coupons/DIWALI20?form=change', coupon({ was_used: false, venues: [1, 3] }), {
    'GET /api/desk/me': () => ({ ...me(), past_venues: [oldMill] }),
    'PUT /api/desk/coupons/{code}': () => ({ version: 4 }),
  });
  const form = within(await screen.findByRole('form', { name: 'Change DIWALI20' }));
  const venues = within(form.getByRole('group', { name: 'Venues' }));
  fireEvent.click(venues.getByRole('checkbox', { name: 'Riverside Arena' }));
  fireEvent.click(venues.getByRole('checkbox', { name: 'Old Mill' }));
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Choose at least one venue.')).toBeTruthy();
  expect(document.activeElement).toBe(venues.getByRole('checkbox', { name: 'Riverside Arena' }));
  fireEvent.click(venues.getByRole('checkbox', { name: 'Riverside Arena' }));
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PUT'))).toBe(true));
  expect(log.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ venues: [1] });
});

test('a stop without an answer is not said to have failed', async () => {
  open('/coupons/DIWALI20?form=stop', coupon(), {
    'POST /api/desk/coupons/{code}/stop': () => [503, problem('unknown_outcome')],
  });
  const form = await screen.findByRole('form', { name: 'Stop it' });
  fireEvent.change(within(form).getByLabelText('Why'), { target: { value: 'Posted on a deals page' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Stop for good' }));
  expect(await within(form).findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(within(form).queryByText('DIWALI20 was not stopped')).toBeNull();
});

test('an answer that comes after the person left leaves them where they are', async () => {
  const answer = deferred<{ version: number }>();
  const { log, place, back } = openScreen('/coupons/DIWALI20?form=change', coupon(), {
    'PUT /api/desk/coupons/{code}': () => answer.promise,
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('PUT'))).toBe(true));
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answer.resolve({ version: 4 });
  await screen.findByText(/DIWALI20 is changed\./);
  await act(() => pause(0));
  expect(place()).toBe('/elsewhere');
});

test('a refusal of a new coupon after its form was closed is told', async () => {
  const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
  const log = open('/coupons?form=new', coupon(), { 'POST /api/desk/coupons': () => answer.promise });
  const form = await screen.findByRole('form', { name: 'New coupon' });
  fireEvent.change(within(form).getByLabelText('Code'), { target: { value: 'HOLI10' } });
  fireEvent.change(within(form).getByLabelText('Percent'), { target: { value: '10' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Make coupon' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  fireEvent.click(within(form).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answer.resolve([403, problem('coupon_other_venues')]);
  await screen.findByText(/^error: The coupon was not saved/);
});

test('a refusal of a venue that was retired meanwhile is said of the whole form', async () => {
  open('/coupons?form=new', coupon(), {
    'POST /api/desk/coupons': () => [422, problem('invalid', { fields: { venues: 'unknown' } })],
  });
  const form = await screen.findByRole('form', { name: 'New coupon' });
  fireEvent.change(within(form).getByLabelText('Code'), { target: { value: 'HOLI10' } });
  fireEvent.change(within(form).getByLabelText('Percent'), { target: { value: '10' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Make coupon' }));
  expect(await within(form).findByText('The coupon was not saved')).toBeTruthy();
  expect(within(form).getByText('Something in the form is not right.')).toBeTruthy();
});

test('a coupon that left the operator’s file can be stopped for good and not changed', async () => {
  const left = coupon({ state: 'stopped', is_in_file: false, may_edit: false });
  const log = open('/coupons/DIWALI20', left, { 'POST /api/desk/coupons/{code}/stop': () => ({ used: 12 }) });
  expect(await screen.findByText(/Put it back there to start it again/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Stop it/ }));
  const form = await screen.findByRole('form', { name: 'Stop it' });
  expect(within(form).getByText(/an import of a file with it is refused/)).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Why'), { target: { value: 'Posted on a deals page' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Stop for good' }));
  await waitFor(() => expect(log.some(({ call }) => call === 'POST /api/desk/coupons/{code}/stop')).toBe(true));
});

test('a coupon that is valid at other venues, too, can be read and not changed', async () => {
  open('/coupons/DIWALI20', coupon({ may_edit: false, may_stop: false, venues: null }));
  expect(await screen.findByText(/so an owner changes and stops it/)).toBeTruthy();
  for (const name of [/^Change/, /^Stop it/]) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an owner who signed in by PIN asks for a coupon of this venue only, and reads how to reach the others', async () => {
  const byPin = () => ({ ...me(), strength: 'pin' as const, staff: { ...sampleMe.staff, role: 'owner' as const } });
  const log = open('/coupons?form=new', coupon(), {
    'GET /api/desk/me': byPin,
    'POST /api/desk/coupons': () => [403, problem('coupon_by_pin')],
  });
  const form = await screen.findByRole('form', { name: 'New coupon' });
  expect(within(form).getByText(/By PIN you work for Riverside Arena only/)).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Code'), { target: { value: 'diwali20' } });
  fireEvent.change(within(form).getByLabelText('Percent'), { target: { value: '10' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Make coupon' }));
  expect(await within(form).findByText(/Sign in with your passkey or your app.$/)).toBeTruthy();
  const sent = log.find(({ call }) => call === 'POST /api/desk/coupons');
  expect(sent?.body).toMatchObject({ terms: { venues: [1] } });
});

test.each([
  { strength: 'passkey' as const, past: false, text: couponsTexts.noVenue },
  { strength: 'passkey' as const, past: true, text: deskLayoutTexts.allRetired },
  { strength: 'pin' as const, past: true, text: couponsTexts.retiredByPin('Riverside Arena') },
])('without a venue that can be booked the form says "$text"', async ({ strength, past, text }) => {
  const past_venues = past ? sampleMe.venues.map((venue) => ({ ...venue, is_retired: true })) : [];
  open('/coupons?form=new', coupon(), {
    'GET /api/desk/me': () => ({ ...me(), strength, venues: [], past_venues }),
  });
  const form = await screen.findByRole('form', { name: 'New coupon' });
  expect(within(form).getByText(text)).toBeTruthy();
  expect(within(form).queryByLabelText('Code')).toBeNull();
  expect(within(form).queryByRole('button', { name: 'Make coupon' })).toBeNull();
});

test('by PIN the form of a coupon at a retired venue names the venue', async () => {
  const venues = sampleMe.venues.map((venue) => ({ ...venue, is_retired: true }));
  open('/coupons/DIWALI20?form=change', coupon({ used: 0, was_used: false }), {
    'GET /api/desk/me': () => ({ ...me(), strength: 'pin' as const, venues }),
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  expect(within(form).getByText(/By PIN you work for Riverside Arena only/)).toBeTruthy();
});

test('by PIN a coupon of all venues says how it can be changed, and by whom if some venues are of others', async () => {
  open('/coupons/DIWALI20', coupon({ may_edit: false, may_stop: false, venues: null }), {
    'GET /api/desk/me': () => ({ ...me(), strength: 'pin' as const }),
  });
  expect(
    await screen.findByText(/by PIN you work for this one only\. If you work at all .* else ask an owner\.$/),
  ).toBeTruthy();
});

test('while a coupon is saved the form takes no changes', async () => {
  const answer = deferred<{ version: number }>();
  const log = open('/coupons/DIWALI20?form=change', coupon(), { 'PUT /api/desk/coupons/{code}': () => answer.promise });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  const limit = within(form).getByLabelText<HTMLInputElement>('Uses in all (if limited)');
  fireEvent.change(limit, { target: { value: '200' } });
  const save = within(form).getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  fireEvent.change(limit, { target: { value: '300' } });
  expect(limit.value).toBe('200');
  expect(save.getAttribute('aria-busy')).toBe('true');
  answer.resolve({ version: 4 });
  expect(await screen.findByRole('complementary', { name: 'Coupon' })).toBeTruthy();
  expect(log.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(1);
});

test('after a colleague has changed the coupon, the changes stay on top of theirs and can be saved', async () => {
  let current = coupon({ was_used: false });
  const log = open('/coupons/DIWALI20?form=change', current, {
    'GET /api/desk/coupons/{code}': () => current,
    'PUT /api/desk/coupons/{code}': ({ ifMatch }) =>
      ifMatch === '"4"' ? { version: 5 } : [412, problem('changed_meanwhile')],
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  const fill = (label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  fill('Uses in all (if limited)', '200');
  current = coupon({ was_used: false, version: 4, note: 'For the fair', percent_hundredths: 2_500 });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText(/Another person changed this coupon meanwhile/)).toBeTruthy();
  await waitFor(() =>
    expect(within(form).getByLabelText('What it is for (if you like)')).toHaveProperty('value', 'For the fair'),
  );
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('complementary', { name: 'Coupon' })).toBeTruthy();
  const saved = log.findLast(({ call }) => call === 'PUT /api/desk/coupons/{code}');
  expect(saved?.body).toMatchObject({ total_limit: 200, note: 'For the fair', percent_hundredths: 2_500 });
});

test('if a player has used the coupon meanwhile, its terms are put back and the rest can be saved', async () => {
  let current = coupon({ was_used: false });
  const log = open('/coupons/DIWALI20?form=change', current, {
    'GET /api/desk/coupons/{code}': () => current,
    'PUT /api/desk/coupons/{code}': ({ body }) =>
      body?.['percent_hundredths'] === 2_000 ? { version: 4 } : [409, problem('coupon_used')],
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  const fill = (label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  fill('Percent', '30');
  fill('Uses in all (if limited)', '200');
  current = coupon();
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText(/A player has used it meanwhile/)).toBeTruthy();
  await waitFor(() => expect(within(form).queryByLabelText('Percent')).toBeNull());
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('complementary', { name: 'Coupon' })).toBeTruthy();
  const saved = log.findLast(({ call }) => call === 'PUT /api/desk/coupons/{code}');
  expect(saved?.body).toMatchObject({ total_limit: 200, percent_hundredths: 2_000 });
});

test('the last day of a used coupon of the operator’s file moves, whatever amounts it has', async () => {
  const amounts = { flat_paise: 20_000_000, max_discount_paise: 0, min_amount_paise: 100_000_000 };
  const log = open('/coupons/DIWALI20?form=change', coupon({ ...amounts, percent_hundredths: null }), {
    'PUT /api/desk/coupons/{code}': () => ({ version: 4 }),
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  fireEvent.change(within(form).getByLabelText('Last day'), { target: { value: '2998-12-31' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('complementary', { name: 'Coupon' })).toBeTruthy();
  const saved = log.findLast(({ call }) => call === 'PUT /api/desk/coupons/{code}');
  expect(saved?.body).toMatchObject({ ...amounts, until: '2998-12-31' });
});

test('a coupon can end today by the days of the business, also where the day of a venue is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T02:00:00Z') });
  const business = { ...sampleMe.business, time_zone: 'America/New_York' };
  const log = open('/coupons/DIWALI20?form=change', coupon(), {
    'GET /api/desk/me': () => ({ ...me(), business }),
    'PUT /api/desk/coupons/{code}': () => ({ version: 4 }),
  });
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  const save = within(form).getByRole('button', { name: 'Save' });
  const end = (value: string) => {
    fireEvent.change(within(form).getByLabelText('Last day'), { target: { value } });
    fireEvent.click(save);
  };
  end('2026-11-20');
  expect(within(form).getByText('This day is over. Choose today or later, or stop the coupon.')).toBeTruthy();
  end('2026-11-21');
  expect(await screen.findByRole('complementary', { name: 'Coupon' })).toBeTruthy();
  const saved = log.filter(({ call }) => call === 'PUT /api/desk/coupons/{code}');
  expect(saved.map(({ body }) => body?.['until'])).toEqual(['2026-11-21']);
});

test('a last day that is over is refused for a new coupon without naming the stop, which it does not have', async () => {
  open('/coupons?form=new');
  const form = await screen.findByRole('form', { name: 'New coupon' });
  fireEvent.change(within(form).getByLabelText('Last day'), { target: { value: '2020-01-01' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Make coupon' }));
  expect(within(form).getByText('This day is over. Choose today or later.')).toBeTruthy();
});

test('the form of an unused coupon of the operator’s file has an example, whatever amounts it has', async () => {
  const amounts = { flat_paise: 20_000_000, max_discount_paise: 0, min_amount_paise: 100_000_000 };
  const ofFile = coupon({ ...amounts, percent_hundredths: null, was_used: false });
  const log = open('/coupons/DIWALI20?form=change', ofFile);
  const form = await screen.findByRole('form', { name: 'Change DIWALI20' });
  expect(await within(form).findByText('₹850')).toBeTruthy();
  const requested = log.findLast(({ call }) => call === 'GET /api/desk/coupon-example');
  expect(Object.fromEntries(requested?.query ?? [])).toEqual({
    price_paise: '100000',
    flat_paise: '20000000',
    max_discount_paise: '0',
    min_amount_paise: '100000000',
  });
});

test('the bound of a percentage is still there after an amount was chosen by mistake', async () => {
  open('/coupons?form=new');
  const form = await screen.findByRole('form', { name: 'New coupon' });
  const most = () => within(form).getByLabelText<HTMLInputElement>('At most, ₹ (if you like)');
  fireEvent.change(most(), { target: { value: '150' } });
  fireEvent.click(within(form).getByRole('radio', { name: 'An amount' }));
  expect(within(form).queryByLabelText('At most, ₹ (if you like)')).toBeNull();
  fireEvent.click(within(form).getByRole('radio', { name: 'A percentage' }));
  expect(most().value).toBe('150');
});

test('Enter in the price of the example does not save the coupon', async () => {
  open('/coupons?form=new');
  const form = await screen.findByRole('form', { name: 'New coupon' });
  await userEvent.type(within(form).getByLabelText('Price, ₹'), '{Enter}');
  expect(within(form).queryByText('Write a code, such as DIWALI20.')).toBeNull();
});

test('without a network the example of another price does not stay', async () => {
  open('/coupons/DIWALI20');
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  expect(await within(facts).findByText('₹850')).toBeTruthy();
  act(() => onlineManager.setOnline(false));
  fireEvent.change(within(facts).getByLabelText('Price, ₹'), { target: { value: '2000' } });
  expect(await within(facts).findByText('The example did not load.')).toBeTruthy();
  expect(within(facts).queryByText('₹850')).toBeNull();
  act(() => onlineManager.setOnline(true));
  expect(await within(facts).findByText('₹850')).toBeTruthy();
});

test('a coupon for one use says so', async () => {
  open('/coupons/DIWALI20', coupon({ used: 1, total_limit: 1 }));
  const facts = await screen.findByRole('complementary', { name: 'Coupon' });
  expect(within(facts).getByText('1 of 1 use')).toBeTruthy();
});

const percent = () => screen.findByLabelText<HTMLInputElement>('Percent');

test('what was typed about a coupon is there again when the screen is opened anew, until the form is closed', async () => {
  open('/coupons?form=new');
  fireEvent.change(await percent(), { target: { value: '12.5' } });
  // The screen is removed, and opened again with nothing that was read before.
  open('/coupons?form=new');
  expect((await percent()).value).toBe('12.5');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  open('/coupons?form=new');
  expect((await percent()).value).toBe('');
});

test('a coupon that is made late is not in the form that was opened again', async () => {
  const answer = deferred<readonly [201, { code: string; version: number }]>();
  const replies: DeskReplies = { 'POST /api/desk/coupons': () => answer.promise };
  const { log, back } = openScreen('/coupons?form=new', coupon(), replies);
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: 'HOLI10' } });
  fireEvent.change(await percent(), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make coupon' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  answer.resolve([201, { code: 'HOLI10', version: 1 }]);
  await screen.findByText(/HOLI10/);
  open('/coupons?form=new');
  expect((await percent()).value).toBe('');
});

test('what was typed about a new coupon is dropped when its form is closed by Back or by a swipe', async () => {
  stubWindowWidth(64);
  const { back } = openScreen('/coupons', coupon(), {});
  const add = async () => fireEvent.click(await screen.findByRole('button', { name: /^New coupon/ }));
  await add();
  fireEvent.change(await percent(), { target: { value: '12.5' } });
  act(() => back());
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await add();
  expect((await percent()).value).toBe('');
  fireEvent.change(await percent(), { target: { value: '15' } });
  const sheet = screen.getByRole('complementary', { name: 'New coupon' });
  const at = (clientX: number) => ({ item: () => ({ clientX, clientY: 300 }) });
  fireEvent.touchStart(sheet, { touches: at(20) });
  fireEvent.touchEnd(sheet, { changedTouches: at(300) });
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await add();
  expect((await percent()).value).toBe('');
});

test('what was typed about a new coupon stays while another one is looked at', async () => {
  stubWindowWidth(64);
  const { user } = openScreen('/coupons?form=new', coupon(), {});
  fireEvent.change(await percent(), { target: { value: '12.5' } });
  await user.click(await screen.findByRole('button', { name: /^DIWALI20/ }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^New coupon/ }));
  expect((await percent()).value).toBe('12.5');
});

test('the row of a coupon that is closed has the focus, also after a form, and J goes on from there', async () => {
  stubWindowWidth(64);
  const { user, place } = openScreen('/coupons', coupon(), {
    'GET /api/desk/coupons': () => page(coupon(), coupon({ code: 'HOLI10' })),
  });
  const row = await screen.findByRole('button', { name: /^DIWALI20/ });
  await user.click(row);
  await screen.findByRole('heading', { level: 2, name: 'DIWALI20' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(document.activeElement).toBe(row);
  await user.keyboard('n');
  await screen.findByRole('form', { name: 'New coupon' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(document.activeElement).toBe(row);
  await user.keyboard('j');
  await waitFor(() => expect(place()).toBe('/coupons/HOLI10'));
});
