import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { writeTexts } from '@/desk/api/write-texts';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { StaffPage } from './StaffPage';

const owner = () => ({
  ...sampleMe,
  staff: { ...sampleMe.staff, role: 'owner' as const },
  venues: [...sampleMe.venues, { id: 2, name: 'Hillside Courts', time_zone: 'Asia/Kolkata', is_retired: false }],
  permissions: { ...sampleMe.permissions, 'staff.manage': 'yes' },
  proof_until: new Date(Date.now() + 300_000).toISOString(),
});
const manager = () => ({ ...owner(), staff: sampleMe.staff });
const nisha = {
  id: '12',
  full_name: 'Nisha Trivedi',
  phone: '9825041700',
  role: 'owner' as const,
  venues: [],
  denied: [],
  active: true,
  may_change: true,
  version: 1,
};
const dev = {
  id: '15',
  full_name: 'Dev Solanki',
  phone: '9825041738',
  role: 'desk' as const,
  venues: [1],
  denied: ['report.read'],
  active: true,
  may_change: true,
  version: 4,
};
const link = { url: 'https://play.example.in/desk/join#sl_6v0Z', expires_at: '2026-11-23T12:54:00Z' };

beforeEach(() => {
  localStorage.clear();
  dropPersonalStores();
});
afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': owner,
    'GET /api/desk/staff': () => ({ staff: [nisha, dev] }),
    ...replies,
  });
  return { ...renderScreen({ path: '/set-up/staff', component: withMe(StaffPage) }), log };
}

test('people are listed with role, venues and number, and a person cannot switch themselves off', async () => {
  open({ 'GET /api/desk/staff': () => ({ staff: [nisha, { ...dev, active: false }] }) });
  expect(await screen.findByText('Owner · All venues · 98250 41700')).toBeTruthy();
  expect(screen.getByText('Desk · Riverside Arena · 98250 41738')).toBeTruthy();
  expect(screen.getByText('Switched off')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Switch off Nisha Trivedi' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Switch on Dev Solanki' })).toBeTruthy();
});

test('a colleague is added, and the link is shown to copy or send', async () => {
  const { user, log } = open({
    'POST /api/desk/staff': () => [201, { id: '77' }],
    'POST /api/desk/staff/{id}/links': () => [201, link],
  });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  const form = within(screen.getByRole('form', { name: 'Add a person' }));
  expect(document.activeElement).toBe(form.getByLabelText('Name'));
  await user.keyboard('{Enter}');
  expect(form.getByText('2 to 60 characters.')).toBeTruthy();
  expect(form.getByText('Ten digits, like 98250 41736.')).toBeTruthy();
  await user.type(form.getByLabelText('Name'), ' Kiran Joshi ');
  await user.type(form.getByLabelText('Mobile number'), '+98250 41799');
  expect(form.getByText('Write the ten digits of an Indian number, without +.')).toBeTruthy();
  await user.clear(form.getByLabelText('Mobile number'));
  await user.type(form.getByLabelText('Mobile number'), '+91 98250 41799');
  await user.click(form.getByLabelText('Riverside Arena'));
  await user.click(form.getByRole('button', { name: 'Add and make the link' }));
  expect(form.getByText('Choose at least one venue.')).toBeTruthy();
  await user.click(form.getByLabelText('Hillside Courts'));
  await user.click(form.getByLabelText('See whole phone numbers'));
  await user.click(form.getByRole('button', { name: 'Add and make the link' }));

  const shown = within(await screen.findByRole('region', { name: 'The link of Kiran Joshi' }));
  expect(shown.getByRole<HTMLInputElement>('textbox').value).toBe(link.url);
  const whatsapp = shown.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href') ?? '';
  expect(whatsapp).toMatch(/^https:\/\/wa\.me\/919825041799\?text=/);
  expect(decodeURIComponent(whatsapp)).toContain(link.url);
  const sent = log.filter(({ call }) => call.startsWith('POST'));
  expect(sent.map(({ call, params, body }) => ({ call, params, body }))).toEqual([
    {
      call: 'POST /api/desk/staff',
      params: {},
      body: { full_name: 'Kiran Joshi', phone: '9825041799', role: 'desk', venues: [2], denied: ['phone.read'] },
    },
    { call: 'POST /api/desk/staff/{id}/links', params: { id: '77' }, body: null },
  ]);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: 'The link of Kiran Joshi' })).toBeNull();
});

test('a change keeps what this screen does not show, and is based on the version that was seen', async () => {
  const { user, log } = open({ 'PATCH /api/desk/staff/{id}': () => ({ version: 5 }) });
  await user.click(await screen.findByRole('button', { name: 'Change Dev Solanki' }));
  const form = within(screen.getByRole('form', { name: 'Change Dev Solanki' }));
  await user.click(form.getByLabelText('Take money'));
  await user.click(form.getByRole('radio', { name: /^Manager/ }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Dev Solanki is saved\./)).toBeTruthy();
  const sent = log.find(({ call }) => call.startsWith('PATCH'));
  expect(sent).toMatchObject({
    params: { id: '15' },
    ifMatch: '"4"',
    body: { full_name: 'Dev Solanki', role: 'manager', venues: [1], denied: ['report.read', 'payment.take'] },
  });
});

test('a person who becomes an owner keeps no limits of an earlier role', async () => {
  const { user, log } = open({ 'PATCH /api/desk/staff/{id}': () => ({ version: 5 }) });
  await user.click(await screen.findByRole('button', { name: 'Change Dev Solanki' }));
  const form = within(screen.getByRole('form', { name: 'Change Dev Solanki' }));
  await user.click(form.getByLabelText('Take money'));
  await user.click(form.getByRole('radio', { name: /^Owner/ }));
  expect(form.queryByLabelText('Take money')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Dev Solanki is saved\./)).toBeTruthy();
  expect(log.find(({ call }) => call.startsWith('PATCH'))).toMatchObject({
    body: { full_name: 'Dev Solanki', role: 'owner', venues: [], denied: [] },
  });
});

test('a refusal of the server is shown in the form, which keeps what was typed', async () => {
  const { user } = open({ 'POST /api/desk/staff': () => [409, problem('phone_taken')] });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.type(screen.getByLabelText('Name'), 'Kiran');
  await user.type(screen.getByLabelText('Mobile number'), '9825041738{Enter}');
  expect(await screen.findByText(/^This number belongs to a colleague already\./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Kiran');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a person' }));
});

test('of a colleague who was added without an answer it is said that the outcome is unknown', async () => {
  const { user } = open({ 'POST /api/desk/staff': () => 'no network' });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.type(screen.getByLabelText('Name'), 'Kiran');
  await user.type(screen.getByLabelText('Mobile number'), '9825041738{Enter}');
  expect(await screen.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
}, 20_000);

test('a colleague who was added since the list was read is in it once their number is refused', async () => {
  let isAdded = false;
  const { user } = open({
    'GET /api/desk/staff': () => ({ staff: isAdded ? [nisha, dev] : [nisha] }),
    'POST /api/desk/staff': () => {
      isAdded = true;
      return [409, problem('phone_taken')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.type(screen.getByLabelText('Name'), 'Dev S');
  await user.type(screen.getByLabelText('Mobile number'), '9825041738{Enter}');
  expect(await screen.findByText('Desk · Riverside Arena · 98250 41738')).toBeTruthy();
  expect(screen.getByText(/Look for it in the list.* If it is not there, ask an owner\.$/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Dev S');
});

test('a colleague who was switched off since the list was read is shown so once they get no link', async () => {
  let active = true;
  const { user } = open({
    'GET /api/desk/staff': () => ({ staff: [nisha, { ...dev, active }] }),
    'POST /api/desk/staff/{id}/links': () => {
      active = false;
      return [404, problem('not_found')];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'New link for Dev Solanki' }));
  expect(await screen.findByRole('button', { name: 'Switch on Dev Solanki' })).toBeTruthy();
});

test('a proof that expires during typing is requested again, and nothing that was typed is lost', async () => {
  let isProven = false;
  const { user } = open({
    'POST /api/desk/staff': () => (isProven ? [201, { id: '77' }] : [403, problem('proof_needed')]),
    'POST /api/desk/staff/{id}/links': () => [201, link],
    'POST /api/desk/me/prove': () => {
      isProven = true;
      return [204, null];
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.type(screen.getByLabelText('Name'), 'Kiran Joshi');
  await user.type(screen.getByLabelText('Mobile number'), '9825041799{Enter}');
  await user.type(await screen.findByLabelText('Code of the app'), '123456{Enter}');
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Kiran Joshi');
  await user.click(screen.getByRole('button', { name: 'Add and make the link' }));
  expect(await screen.findByRole('region', { name: 'The link of Kiran Joshi' })).toBeTruthy();
});

test('what was typed about a colleague stays while another screen is open', async () => {
  const { user, place, back } = open();
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.type(screen.getByLabelText('Name'), 'Kiran Joshi');
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  back();
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Kiran Joshi');
  await user.click(screen.getByRole('button', { name: 'Leave it as it is' }));
  expect(screen.queryByRole('form')).toBeNull();
});

test('of a link that was made after the page was left a toast says that it was not shown', async () => {
  const answer = deferred<readonly [201, typeof link]>();
  const { user, log, place } = open({ 'POST /api/desk/staff/{id}/links': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'New link for Dev Solanki' }));
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  answer.resolve([201, link]);
  expect(await screen.findByText(/A link for Dev Solanki was made after you had left the page/)).toBeTruthy();
});

test('a draft of a colleague who is not in the list any more blocks no other form', async () => {
  let staff = [nisha, dev];
  const { user, place, back } = open({ 'GET /api/desk/staff': () => ({ staff }) });
  await user.click(await screen.findByRole('button', { name: 'Change Dev Solanki' }));
  await user.type(screen.getByLabelText('Name'), 'x');
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  staff = [nisha];
  back();
  expect(await screen.findByRole('button', { name: 'Add a person' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Change Nisha Trivedi' })).toHaveProperty('disabled', false);
});

test('a person without a key is led to where one is set up', async () => {
  const { user, place } = open({
    'GET /api/desk/me': () => ({ ...owner(), proof_until: null, has_key: false, has_app: false }),
  });
  expect(await screen.findByText('First add a passkey or an authenticator app.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'My sign-in and sessions' }));
  await waitFor(() => expect(place()).toBe('/set-up/keys'));
});

test('switching a colleague off requires a confirmation', async () => {
  const { user, log } = open({ 'PATCH /api/desk/staff/{id}': () => ({ version: 5 }) });
  await user.click(await screen.findByRole('button', { name: 'Switch off Dev Solanki' }));
  expect(screen.getByRole('alert').textContent).toContain('signed out everywhere at once');
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  // The question and its buttons are gone; the focus stays with the person.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Dev Solanki').closest('li')));
  expect(log.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Switch off Dev Solanki' }));
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText(/Dev Solanki is switched off\./)).toBeTruthy();
  expect(log.find(({ call }) => call.startsWith('PATCH'))).toMatchObject({ body: { active: false }, ifMatch: '"4"' });
});

test('a colleague whose switching off got no answer is not said to be as before', async () => {
  const { user } = open({ 'PATCH /api/desk/staff/{id}': () => [503, problem('unknown_outcome')] });
  await user.click(await screen.findByRole('button', { name: 'Switch off Dev Solanki' }));
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText(`error: | ${writeTexts.unknownOutcome}`, {}, { timeout: 8_000 })).toBeTruthy();
});

test('a colleague who was switched on again after a lost answer is switched off by another request', async () => {
  let member = dev;
  const { user, log, queryClient } = open({
    'GET /api/desk/staff': () => ({ staff: [nisha, member] }),
    'PATCH /api/desk/staff/{id}': () => (member === dev ? [503, problem('unknown_outcome')] : { version: 7 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Switch off Dev Solanki' }));
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText(`error: | ${writeTexts.unknownOutcome}`, {}, { timeout: 8_000 })).toBeTruthy();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  member = { ...dev, full_name: 'Dev K. Solanki', version: 6 };
  await queryClient.refetchQueries({ queryKey: ['staff'] });
  await screen.findByText('Dev K. Solanki');
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText(/Dev K\. Solanki is switched off\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call.startsWith('PATCH'));
  expect(sent.at(-1)?.ifMatch).toBe('"6"');
  expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
});

test('a manager adds clerks only', async () => {
  const { user } = open({ 'GET /api/desk/me': manager });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  expect(screen.getAllByRole('radio').map((one) => one.getAttribute('value'))).toEqual(['desk']);
});

test('a manager has actions only for those whom they may change, also if these work at a retired venue', async () => {
  const own = { ...nisha, role: 'manager' as const, venues: [1, 2], may_change: false };
  const elsewhere = { ...dev, id: '16', full_name: 'Kiran Joshi', venues: [1, 3], may_change: false };
  // Venue 9 is a past one, so it is not one of `me.venues`.
  const clerk = { ...dev, venues: [1, 9] };
  open({ 'GET /api/desk/me': manager, 'GET /api/desk/staff': () => ({ staff: [own, clerk, elsewhere] }) });
  expect(await screen.findByRole('button', { name: 'Change Dev Solanki' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Switch off Dev Solanki' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Nisha Trivedi$|Kiran Joshi$/ })).toBeNull();
});

test('if each venue is retired the form says so, and not that there is none', async () => {
  const past_venues = [{ id: 1, name: 'Riverside Arena', time_zone: 'Asia/Kolkata', is_retired: true }];
  const { user } = open({ 'GET /api/desk/me': () => ({ ...owner(), venues: [], past_venues }) });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  expect(await screen.findByText(/^Each venue of yours is retired/)).toBeTruthy();
  expect(screen.queryByText('There is no venue yet. Add one first.')).toBeNull();
});

test('before there is a venue the form says that a clerk needs one', async () => {
  const { user } = open({ 'GET /api/desk/me': () => ({ ...owner(), venues: [] }) });
  await user.click(await screen.findByRole('button', { name: 'Add a person' }));
  await user.keyboard('{Enter}');
  expect(screen.getByText('There is no venue yet. Add one first.')).toBeTruthy();
  expect(screen.queryByText('Choose at least one venue.')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /^Owner/ }));
  expect(screen.queryByText('There is no venue yet. Add one first.')).toBeNull();
});

test('a list that does not load says so, and can be read again', async () => {
  let isUp = false;
  const { user } = open({
    'GET /api/desk/staff': () => (isUp ? { staff: [nisha] } : [503, problem('unavailable')]),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(retry);
  expect(await screen.findByText('Nisha Trivedi')).toBeTruthy();
});

test('without a network a list that was not read says why it is empty', async () => {
  goOffline();
  open();
  expect(await screen.findByText('Loading the staff')).toBeTruthy();
  expect(screen.getByText('Not connected. This needs the server.')).toBeTruthy();
});

test('while a colleague is saved the form takes no changes', async () => {
  const answer = deferred<{ version: number }>();
  const { user } = open({ 'PATCH /api/desk/staff/{id}': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Change Dev Solanki' }));
  const form = within(screen.getByRole('form', { name: 'Change Dev Solanki' }));
  await user.click(form.getByRole('radio', { name: /^Manager/ }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.type(form.getByLabelText('Name'), 'x');
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Dev Solanki');
  answer.resolve({ version: 5 });
  expect(await screen.findByText(/Dev Solanki is saved\./)).toBeTruthy();
});

test('a form that is opened again while a colleague is saved takes no changes either', async () => {
  const answer = deferred<{ version: number }>();
  const { user, place, back } = open({ 'PATCH /api/desk/staff/{id}': () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Change Dev Solanki' }));
  await user.click(screen.getByRole('radio', { name: /^Manager/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  back();
  const field = await screen.findByLabelText<HTMLInputElement>('Name');
  await user.type(field, 'x');
  expect(field.value).toBe('Dev Solanki');
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
  answer.resolve({ version: 5 });
  expect(await screen.findByText(/Dev Solanki is saved\./)).toBeTruthy();
});
