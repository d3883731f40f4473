import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { problem, sampleMe, serveDesk, type DeskReplies } from '@/testing/desk-server';
import { renderScreen } from '@/testing/render-screen';
import { isPaired, rememberPaired } from '@/desk/lib/paired-device';
import { signInSearch } from '@/desk/lib/search';
import { handOver } from '@/desk/api/lock-device';
import { LockPage } from './LockPage';

const LOCK = 'GET /api/desk/lock';
const PIN = 'POST /api/desk/pin';
const device = {
  label: 'Front desk',
  business: 'Baroda Pickleball Club',
  venue: 'Riverside Arena',
  people: [
    { id: '12', name: 'Kiran Joshi' },
    { id: '13', name: 'Nisha Trivedi' },
  ],
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

function open(replies: DeskReplies = {}) {
  const log = serveDesk({ [LOCK]: () => device, ...replies });
  const at = '/lock?to=%2Fv%2F1%2Fmoney';
  return { ...renderScreen({ path: '/lock', component: LockPage, search: signInSearch, at }), log };
}

test('a person and six digits by keys lead back to the screen where the device was', async () => {
  const { user, place, queryClient, log } = open({ [PIN]: () => sampleMe });
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  expect(screen.getByRole('heading', { name: 'Kiran Joshi' })).toBeTruthy();
  await user.keyboard('402917');
  await waitFor(() => expect(place()).toBe('/v/1/money'));
  expect(log.filter(({ call }) => call === PIN).map(({ body }) => body)).toEqual([{ staff: '12', pin: '402917' }]);
  expect(queryClient.getQueryData(['me'])).toEqual(sampleMe);
});

test('the pad takes the digits too, and the last one can be removed', async () => {
  const { user, place, log } = open({ [PIN]: () => sampleMe });
  await user.click(await screen.findByRole('button', { name: 'Nisha Trivedi' }));
  for (const digit of '40299') await user.click(screen.getByRole('button', { name: digit }));
  await user.click(screen.getByRole('button', { name: 'Remove the last digit' }));
  for (const digit of '17') await user.click(screen.getByRole('button', { name: digit }));
  await waitFor(() => expect(place()).toBe('/v/1/money'));
  expect(log.at(-1)?.body).toEqual({ staff: '13', pin: '402917' });
});

test('a wrong PIN is reported and removed; a pause is shown with its length', async () => {
  let isPaused = false;
  const { user } = open({
    [PIN]: () => (isPaused ? [429, problem('throttled', { retry_after: 900 })] : [401, problem('wrong_pin')]),
  });
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  await user.keyboard('111222');
  expect(await screen.findByText(/That is not the PIN/)).toBeTruthy();
  expect(screen.getByLabelText('PIN of Kiran Joshi')).toHaveProperty('value', '');
  isPaused = true;
  await user.keyboard('111222');
  expect(await screen.findByText(/Try again in 15 min/)).toBeTruthy();
});

test('after a lost answer Enter tries the same digits again', async () => {
  let isLost = true;
  const { user, place, log } = open({ [PIN]: () => (isLost ? 'no network' : sampleMe) });
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  await user.keyboard('402917');
  await screen.findByRole('alert');
  isLost = false;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe('/v/1/money'));
  expect(log.filter(({ call }) => call === PIN).map(({ body }) => body?.['pin'])).toEqual(['402917', '402917']);
});

test('after a lost answer a person who uses the pad tries the same digits again by a button', async () => {
  let isLost = true;
  const { user, place, log } = open({ [PIN]: () => (isLost ? 'no network' : sampleMe) });
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  for (const digit of '402917') await user.click(screen.getByRole('button', { name: digit }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  isLost = false;
  await user.click(again);
  await waitFor(() => expect(place()).toBe('/v/1/money'));
  expect(log.filter(({ call }) => call === PIN).map(({ body }) => body?.['pin'])).toEqual(['402917', '402917']);
});

test('after a shift was handed over, the only other person can type a PIN at once', async () => {
  const calls = serveDesk({ 'POST /api/desk/lock': () => [204, null] });
  handOver('12');
  await waitFor(() => expect(calls.map(({ call }) => call)).toEqual(['POST /api/desk/lock']));
  const { user } = open();
  expect(await screen.findByLabelText('PIN of Nisha Trivedi')).toBe(document.activeElement);
  await user.click(screen.getByRole('button', { name: 'Another person' }));
  expect(await screen.findByRole('heading', { name: 'Who are you?' })).toBeTruthy();
});

test('if several people can go on, they choose themselves first', async () => {
  serveDesk({ 'POST /api/desk/lock': () => [204, null] });
  handOver('12');
  const people = [...device.people, { id: '14', name: 'Dev Patel' }];
  open({ [LOCK]: () => ({ ...device, people }) });
  expect(await screen.findByRole('heading', { name: 'Who are you?' })).toBeTruthy();
});

test('Escape leads back to the list of people', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  await user.keyboard('40{Escape}');
  expect(await screen.findByRole('heading', { name: 'Who are you?' })).toBeTruthy();
});

test('Escape does not lead back to the list while a PIN is checked, because the answer opens the device for its person', async () => {
  const answer = deferred<typeof sampleMe>();
  const { user, place, log } = open({ [PIN]: () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  await user.keyboard('402917');
  await waitFor(() => expect(log.some(({ call }) => call === PIN)).toBe(true));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { name: 'Kiran Joshi' })).toBeTruthy();
  answer.resolve(sampleMe);
  await waitFor(() => expect(place()).toBe('/v/1/money'));
});

test('the pad does not change a PIN while it is checked', async () => {
  const answer = deferred<'no network'>();
  const { user, log } = open({ [PIN]: () => answer.promise });
  await user.click(await screen.findByRole('button', { name: 'Kiran Joshi' }));
  await user.keyboard('402917');
  await waitFor(() => expect(log.some(({ call }) => call === PIN)).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Remove the last digit' }));
  answer.resolve('no network');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByLabelText('PIN of Kiran Joshi')).toHaveProperty('value', '402917');
});

test('if no person has a PIN, the lock says how to begin', async () => {
  open({ [LOCK]: () => ({ ...device, people: [] }) });
  expect(await screen.findByText(/No one is on this device yet/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Sign in with a passkey or a code' });
  expect(link.getAttribute('href')).toBe('/sign-in?to=%2Fv%2F1%2Fmoney');
});

test('a device that was unpaired leads to the sign-in and forgets that it was paired', async () => {
  rememberPaired(true);
  const { place } = open({ [LOCK]: () => [404, problem('not_paired')] });
  await waitFor(() => expect(place()).toBe('/sign-in?to=%2Fv%2F1%2Fmoney'));
  expect(isPaired()).toBe(false);
});

test('a list of people that did not load is requested again', async () => {
  let fails = true;
  const { user } = open({ [LOCK]: () => (fails ? [403, problem('other_origin')] : device) });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByRole('button', { name: 'Kiran Joshi' })).toBeTruthy();
});

test('without a network the lock says that the people did not load, and lists them when there is one', async () => {
  let isLost = true;
  onlineManager.setOnline(false);
  open({ [LOCK]: () => (isLost ? 'no network' : device) });
  expect(await screen.findByText('The people of this desk did not load')).toBeTruthy();
  isLost = false;
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('button', { name: 'Kiran Joshi' })).toBeTruthy();
});
