import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureTexts } from '@/api/failure-texts';
import { writeTexts } from '@/desk/api/write-texts';
import { stubAuthenticator } from '@/testing/authenticator';
import { deferred } from '@/testing/deferred';
import { problem, sampleInstant, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { goOffline } from '@/testing/network';
import { renderScreen } from '@/testing/render-screen';
import { withMe } from '@/testing/with-me';
import { deskLayoutTexts } from '@/desk/layout/texts';
import { isPaired } from '@/desk/lib/paired-device';
import { devicesTexts } from './device-texts';
import { KeysPage } from './KeysPage';

const manager = { ...sampleMe, permissions: { ...sampleMe.permissions, 'device.pair': 'yes' } };
const proven = () => ({ ...manager, proof_until: new Date(Date.now() + 300_000).toISOString() });
const device = {
  id: '71',
  venue: 1,
  label: 'Front desk',
  paired_by: 'Nisha Trivedi',
  paired_at: sampleInstant(600),
  last_seen_at: sampleInstant(1_100),
  current: false,
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function open(replies: DeskReplies = {}) {
  const log = serveDesk({
    'GET /api/desk/me': () => manager,
    'GET /api/desk/me/sessions': () => ({ sessions: [] }),
    'GET /api/desk/devices': () => ({ devices: [device] }),
    ...replies,
  });
  return { ...renderScreen({ path: '/set-up/keys', component: withMe(KeysPage) }), log };
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('a PIN is set after a code of the app, if it is typed twice and is not easy', async () => {
  let isProven = false;
  const { user, log } = open({
    'GET /api/desk/me': () => (isProven ? proven() : manager),
    'POST /api/desk/me/prove': () => {
      isProven = true;
      return [204, null];
    },
    'PUT /api/desk/me/pin': () => [204, null],
  });
  const pin = await part('PIN');
  await user.click(pin.getByRole('button', { name: 'Set a PIN' }));
  await user.type(pin.getByLabelText('Code of the app'), '123456{Enter}');
  await user.type(await pin.findByLabelText('New PIN'), '123456');
  await user.type(pin.getByLabelText('The same PIN again'), '123457{Enter}');
  expect(await pin.findByText(/Not one digit six times/)).toBeTruthy();
  expect(pin.getByText('These two are not the same.')).toBeTruthy();
  for (const name of ['New PIN', 'The same PIN again']) {
    await user.clear(pin.getByLabelText(name));
    await user.type(pin.getByLabelText(name), '402917');
  }
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/Your PIN is set\./)).toBeTruthy();
  const sent = log.filter(({ call }) => call.startsWith('POST') || call.startsWith('PUT'));
  expect(sent.map(({ body }) => body)).toEqual([{ code: '123456' }, { pin: '402917' }]);
  // The sessions that an earlier PIN began have ended, so the list of them is read again.
  await waitFor(() => expect(log.filter(({ call }) => call === 'GET /api/desk/me/sessions')).toHaveLength(2));
});

test('devices are listed after a proof, and one can be unpaired', async () => {
  const { user, log } = open({
    'GET /api/desk/me': proven,
    'DELETE /api/desk/devices/{id}': () => [204, null],
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  expect(await devices.findByText('Front desk · Riverside Arena')).toBeTruthy();
  const used = 'last used Sun, 22 Nov 2026, 6:20 PM';
  expect(devices.getByText(`${used} · paired by Nisha Trivedi, Sun, 22 Nov 2026, 10:00 AM`)).toBeTruthy();
  await user.click(devices.getByRole('button', { name: 'Unpair Front desk' }));
  expect(await screen.findByText(/Front desk is no longer paired/)).toBeTruthy();
  expect(log.find(({ call }) => call.startsWith('DELETE'))?.params).toEqual({ id: '71' });
  await waitFor(() => expect(log.filter(({ call }) => call === 'GET /api/desk/me/sessions')).toHaveLength(2));
});

test('a person who unpairs the device that they use is not said to be signed out', async () => {
  const { user } = open({
    'GET /api/desk/me': proven,
    'GET /api/desk/devices': () => ({ devices: [{ ...device, current: true }] }),
    'DELETE /api/desk/devices/{id}': () => [204, null],
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.click(await devices.findByRole('button', { name: 'Unpair Front desk' }));
  expect(await screen.findByText(/does not lock by itself\. You are still signed in\./)).toBeTruthy();
});

test('the second press of a double click does not unpair the device that took the place of the first one', async () => {
  const called = (id: string) => ({ ...device, id, label: `Desk ${id}` });
  let left = [called('71'), called('72'), called('73')];
  const { user, log } = open({
    'GET /api/desk/me': proven,
    'GET /api/desk/devices': () => ({ devices: left }),
    'DELETE /api/desk/devices/{id}': ({ params }) => {
      left = left.filter(({ id }) => id !== params['id']);
      return [204, null];
    },
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.click(await devices.findByRole('button', { name: 'Unpair Desk 71' }));
  await waitFor(() => expect(devices.queryByText(/^Desk 71 ·/)).toBeNull());
  fireEvent.click(devices.getByRole('button', { name: 'Unpair Desk 72' }), { detail: 2 });
  await user.click(devices.getByRole('button', { name: 'Unpair Desk 73' }));
  const unpaired = () => log.filter(({ call }) => call.startsWith('DELETE')).map(({ params }) => params['id']);
  await waitFor(() => expect(unpaired()).toEqual(['71', '73']));
});

test('a device at a past venue is listed with its name', async () => {
  const mill = { id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true };
  const { user } = open({
    'GET /api/desk/me': () => ({ ...proven(), past_venues: [mill] }),
    'GET /api/desk/devices': () => ({ devices: [{ ...device, venue: 3 }] }),
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  expect(await devices.findByText('Front desk · Old Mill')).toBeTruthy();
});

test.each([
  { which: 'no venue yet', past_venues: [], text: devicesTexts.noVenue },
  {
    which: 'only a retired venue',
    past_venues: [{ id: 3, name: 'Old Mill', time_zone: 'Asia/Kolkata', is_retired: true }],
    text: deskLayoutTexts.allRetired,
  },
])('a person with $which reads why they cannot pair this device', async ({ past_venues, text }) => {
  const { user } = open({
    'GET /api/desk/me': () => ({ ...proven(), venues: [], past_venues }),
    'GET /api/desk/devices': () => ({ devices: [] }),
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  expect(await devices.findByText(text)).toBeTruthy();
  expect(devices.queryByRole('button', { name: 'Pair this device' })).toBeNull();
});

test('a device whose unpairing got no answer is not said to be paired', async () => {
  const { user } = open({
    'GET /api/desk/me': proven,
    'DELETE /api/desk/devices/{id}': () => [503, problem('unknown_outcome')],
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.click(await devices.findByRole('button', { name: 'Unpair Front desk' }));
  expect(await screen.findByText(`error: | ${writeTexts.unknownOutcome}`, {}, { timeout: 8_000 })).toBeTruthy();
});

test('this device is paired with a name', async () => {
  const { user, log } = open({
    'GET /api/desk/me': proven,
    'POST /api/desk/venues/{venue}/devices': () => [201, { id: '72' }],
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.type(await devices.findByLabelText('Name of this device'), 'B{Enter}');
  expect(await devices.findByText('2 to 40 characters.')).toBeTruthy();
  await user.type(devices.getByLabelText('Name of this device'), 'ar{Enter}');
  expect(await screen.findByText(/Bar is paired/)).toBeTruthy();
  expect(log.find(({ call }) => call.startsWith('POST'))).toMatchObject({
    params: { venue: '1' },
    body: { label: 'Bar' },
  });
  expect(isPaired()).toBe(true);
});

test('of a pairing without an answer it is said that its outcome is unknown, and not that there is no network', async () => {
  const { user } = open({
    'GET /api/desk/me': proven,
    'POST /api/desk/venues/{venue}/devices': () => 'no network',
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.type(await devices.findByLabelText('Name of this device'), 'Bar{Enter}');
  expect(await devices.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(devices.queryByText(failureTexts.network)).toBeNull();
}, 20_000);

test('of a PIN without an answer it is said that its outcome is unknown, and not that there is no network', async () => {
  const { user } = open({ 'GET /api/desk/me': proven, 'PUT /api/desk/me/pin': () => 'no network' });
  const pin = await part('PIN');
  await user.click(pin.getByRole('button', { name: 'Set a PIN' }));
  await user.type(await pin.findByLabelText('New PIN'), '402917');
  await user.type(pin.getByLabelText('The same PIN again'), '402917{Enter}');
  expect(await pin.findByText(failureTexts.unknownOutcome, {}, { timeout: 8_000 })).toBeTruthy();
  expect(pin.queryByText(failureTexts.network)).toBeNull();
}, 20_000);

test('a proof that has expired on the server is requested again, also if the clock of the device is wrong', async () => {
  let isOver = true;
  const { user } = open({
    'GET /api/desk/me': proven,
    'GET /api/desk/devices': () => (isOver ? [403, problem('proof_needed')] : { devices: [device] }),
    'POST /api/desk/me/prove': () => {
      isOver = false;
      return [204, null];
    },
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.type(await devices.findByLabelText('Code of the app'), '123456{Enter}');
  expect(await devices.findByText('Front desk · Riverside Arena')).toBeTruthy();
});

test('a proof that expires while the list is shown is requested once more', async () => {
  let isOver = false;
  const { user } = open({
    'GET /api/desk/me': proven,
    'GET /api/desk/devices': () => (isOver ? [403, problem('proof_needed')] : { devices: [device] }),
    'DELETE /api/desk/devices/{id}': () => (isOver ? [403, problem('proof_needed')] : [204, null]),
    'POST /api/desk/me/prove': () => {
      isOver = false;
      return [204, null];
    },
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await devices.findByText('Front desk · Riverside Arena');
  isOver = true;
  await user.click(devices.getByRole('button', { name: 'Unpair Front desk' }));
  await user.type(await devices.findByLabelText('Code of the app'), '123456{Enter}');
  await user.click(await devices.findByRole('button', { name: 'Unpair Front desk' }));
  expect(await screen.findByText(/Front desk is no longer paired/)).toBeTruthy();
});

test('the typed name of a device stays when the proof expires before it is paired', async () => {
  let isOver = false;
  const { user, log } = open({
    'GET /api/desk/me': proven,
    'GET /api/desk/devices': () => (isOver ? [403, problem('proof_needed')] : { devices: [] }),
    'POST /api/desk/venues/{venue}/devices': () => (isOver ? [403, problem('proof_needed')] : [201, { id: '72' }]),
    'POST /api/desk/me/prove': () => {
      isOver = false;
      return [204, null];
    },
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.type(await devices.findByLabelText('Name of this device'), 'Bar');
  isOver = true;
  await user.keyboard('{Enter}');
  await user.type(await devices.findByLabelText('Code of the app'), '123456{Enter}');
  expect((await devices.findByLabelText<HTMLInputElement>('Name of this device')).value).toBe('Bar');
  await user.click(devices.getByRole('button', { name: 'Pair this device' }));
  expect(await screen.findByText(/Bar is paired/)).toBeTruthy();
  expect(log.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({ label: 'Bar' });
});

test('the chosen venue of a device stays when the proof expires before it is paired', async () => {
  let isOver = false;
  const hill = { id: 2, name: 'Hilltop', time_zone: 'Asia/Kolkata', is_retired: false };
  const { user, log } = open({
    'GET /api/desk/me': () => ({ ...proven(), venues: [...sampleMe.venues, hill] }),
    'GET /api/desk/devices': () => (isOver ? [403, problem('proof_needed')] : { devices: [] }),
    'POST /api/desk/venues/{venue}/devices': () => (isOver ? [403, problem('proof_needed')] : [201, { id: '72' }]),
    'POST /api/desk/me/prove': () => {
      isOver = false;
      return [204, null];
    },
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.selectOptions(await devices.findByLabelText('Venue'), 'Hilltop');
  await user.type(devices.getByLabelText('Name of this device'), 'Bar');
  isOver = true;
  await user.keyboard('{Enter}');
  await user.type(await devices.findByLabelText('Code of the app'), '123456{Enter}');
  expect((await devices.findByLabelText<HTMLSelectElement>('Venue')).value).toBe('2');
  await user.click(devices.getByRole('button', { name: 'Pair this device' }));
  expect(await screen.findByText(/Bar is paired/)).toBeTruthy();
  expect(log.findLast(({ call }) => call.startsWith('POST'))?.params).toEqual({ venue: '2' });
});

test('the confirmation names the device as it was sent, not as it is typed meanwhile', async () => {
  const answer = deferred<readonly [201, { id: string }]>();
  const { user } = open({
    'GET /api/desk/me': proven,
    'POST /api/desk/venues/{venue}/devices': () => answer.promise,
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  const name = await devices.findByLabelText<HTMLInputElement>('Name of this device');
  await user.type(name, 'Bar{Enter}');
  await user.type(name, ' 2');
  expect(name.value).toBe('Bar 2');
  answer.resolve([201, { id: '72' }]);
  expect(await screen.findByText(/ Bar is paired/)).toBeTruthy();
});

test('a refusal to pair the device that comes after the screen was left is reported as a toast', async () => {
  const answer = deferred<readonly [403, ReturnType<typeof problem>]>();
  const { user, log, place } = open({
    'GET /api/desk/me': proven,
    'POST /api/desk/venues/{venue}/devices': () => answer.promise,
  });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.type(await devices.findByLabelText('Name of this device'), 'Bar{Enter}');
  await waitFor(() => expect(log.some(({ call }) => call.startsWith('POST'))).toBe(true));
  await user.click(screen.getByRole('link', { name: 'Set-up' }));
  await waitFor(() => expect(place()).toBe('/set-up'));
  answer.resolve([403, problem('not_allowed')]);
  expect(await screen.findByText(/^error: That did not work \|/)).toBeTruthy();
});

test('a wrong code is reported, and the devices are not shown', async () => {
  const { user } = open({ 'POST /api/desk/me/prove': () => [401, problem('wrong_code')] });
  const devices = await part('Devices of the front desk');
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  await user.type(devices.getByLabelText('Code of the app'), '111111{Enter}');
  expect(await devices.findByText('That code is not right. Use the newest code of your app.')).toBeTruthy();
  expect(devices.queryByText(/Front desk ·/)).toBeNull();
});

test('without a network the list of devices says that it did not load', async () => {
  const { user } = open({ 'GET /api/desk/me': proven, 'GET /api/desk/devices': () => 'no network' });
  const devices = await part('Devices of the front desk');
  goOffline();
  await user.click(devices.getByRole('button', { name: 'Manage devices' }));
  expect(await devices.findByText('This part did not load')).toBeTruthy();
});

test('without a network a person who has only a passkey reads why they cannot confirm', async () => {
  stubAuthenticator();
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, has_app: false, has_passkey: true, has_pin: true }) });
  goOffline();
  const pin = await part('PIN');
  fireEvent.click(pin.getByRole('button', { name: 'Change the PIN' }));
  expect(pin.getByRole<HTMLButtonElement>('button', { name: 'Confirm with a passkey' }).disabled).toBe(true);
  expect(pin.getByText('Not connected. This needs the server.')).toBeTruthy();
});

test.each([
  { has_app: true, way: 'by the code of their app', isSentElsewhere: false },
  { has_app: false, way: 'in the browser with their passkey', isSentElsewhere: true },
])('in a browser without passkeys a person confirms $way', async ({ has_app, isSentElsewhere }) => {
  const { user } = open({
    'GET /api/desk/me': () => ({ ...manager, has_app, has_passkey: true }),
    'GET /api/desk/me/passkeys': () => ({ passkeys: [] }),
  });
  const pin = await part('PIN');
  await user.click(pin.getByRole('button', { name: 'Set a PIN' }));
  expect(await pin.findByText('First confirm that it is you.')).toBeTruthy();
  expect(pin.queryByLabelText('Code of the app') !== null).toBe(has_app);
  expect(pin.queryByText(/in the browser where yours is/) !== null).toBe(isSentElsewhere);
});

test('a person who may not pair devices sees only their own PIN', async () => {
  open({ 'GET /api/desk/me': () => ({ ...sampleMe, has_pin: true }) });
  expect((await part('PIN')).getByRole('button', { name: 'Change the PIN' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Devices of the front desk' })).toBeNull();
});
