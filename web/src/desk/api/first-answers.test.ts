import { readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberVenue, rememberZone } from '@/desk/lib/last-venue';
import { problem, sampleBoard, SAMPLE_DAY, sampleInstant, sampleMe, serveDesk } from '@/testing/desk-server';
import { boardQuery } from './board';
import { readFirstAnswers } from './first-answers';
import { meQuery } from './me';

const script = readFileSync('src/desk/app/first-requests.js', 'utf8');
const ME = 'GET /api/desk/me';
const BOARD = 'GET /api/desk/venues/{venue}/board';

/** The addresses of the calls that were made. */
let calls: string[];
let client: QueryClient;

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime(sampleInstant(1104));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  delete window.deskFirstRequests;
  vi.unstubAllGlobals();
});

/** Opens the desk at an address, before its code is loaded. */
function openAt(address: string, replies: Parameters<typeof serveDesk>[0] = {}) {
  serveDesk({ [ME]: () => sampleMe, [BOARD]: () => sampleBoard(), ...replies });
  const answer = fetch;
  calls = [];
  vi.stubGlobal('fetch', (called: string, init: RequestInit) => {
    calls.push(called);
    return answer(called, init);
  });
  const { pathname, search } = new URL(address, 'http://desk.test');
  vi.stubGlobal('location', { pathname, search, origin: 'http://desk.test', href: `http://desk.test${address}` });
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(script)();
}

test('the person and the board of the address are requested once, before the code is loaded', async () => {
  openAt(`/desk/v/1/board?day=${SAMPLE_DAY}&open=4820193756`);
  const first = ['/api/desk/me', `/api/desk/venues/1/board?day=${SAMPLE_DAY}`];
  expect(calls).toEqual(first);
  await readFirstAnswers(client);
  expect(calls).toEqual(first);
  expect(client.getQueryData(meQuery.queryKey)).toEqual(sampleMe);
  expect(client.getQueryData(boardQuery(1, SAMPLE_DAY).queryKey)?.board.day).toBe(SAMPLE_DAY);
});

test('the clock is measured by when the answer arrived, not by when the code that reads it was loaded', async () => {
  // The server writes 6:24 PM; this device's clock is 10 minutes slow.
  vi.setSystemTime(sampleInstant(1094));
  openAt(`/desk/v/1/board?day=${SAMPLE_DAY}`, { [BOARD]: () => sampleBoard({ now: sampleInstant(1104) }) });
  await Promise.all(Array.from(window.deskFirstRequests?.answers ?? [], ([, answer]) => answer));
  vi.setSystemTime(Date.parse(sampleInstant(1094)) + 3_000);
  await readFirstAnswers(client);
  expect(client.getQueryData(boardQuery(1, SAMPLE_DAY).queryKey)?.ahead).toBe(600_000);
});

test('a board without a day is that of today at the venue, as far as this device knows its clock', async () => {
  openAt('/desk/v/1/board');
  expect(calls).toEqual(['/api/desk/me']);
  // 6:24 PM in India on the sample day: in Auckland it is the next day already, in Honolulu not yet.
  for (const [zone, day] of [
    ['Asia/Kolkata', SAMPLE_DAY],
    ['Pacific/Auckland', '2026-11-23'],
    ['Pacific/Honolulu', SAMPLE_DAY],
  ] as const) {
    rememberZone(zone);
    openAt('/desk/v/1/board');
    expect(calls).toEqual(['/api/desk/me', `/api/desk/venues/1/board?day=${day}`]);
  }
  // A device whose clock is a day slow.
  rememberZone('Asia/Kolkata');
  localStorage.setItem('desk_clock_offset', String(24 * 60 * 60_000));
  openAt('/desk/v/1/board');
  expect(calls).toContain('/api/desk/venues/1/board?day=2026-11-23');
});

test('the start of the desk requests the board that was shown last, and other screens none', () => {
  rememberZone('Asia/Kolkata');
  openAt('/desk');
  expect(calls).toEqual(['/api/desk/me']);
  rememberVenue(7);
  openAt('/desk/');
  expect(calls).toEqual(['/api/desk/me', `/api/desk/venues/7/board?day=${SAMPLE_DAY}`]);
  openAt('/desk/v/7/money');
  expect(calls).toEqual(['/api/desk/me']);
  for (const outside of ['/desk/sign-in', '/desk/lock', '/desk/join']) {
    openAt(outside);
    expect(calls).toEqual([]);
  }
});

test('what was refused is not in the cache, and the next read requests it again', async () => {
  openAt(`/desk/v/1/board?day=${SAMPLE_DAY}`, { [ME]: () => [503, problem('unavailable')] });
  await readFirstAnswers(client);
  expect(client.getQueryData(meQuery.queryKey)).toBeUndefined();
  serveDesk({ [ME]: () => sampleMe });
  expect(await client.fetchQuery(meQuery)).toEqual(sampleMe);
});

test('a browser without storage requests what the address names', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  openAt(`/desk/v/1/board?day=${SAMPLE_DAY}`);
  expect(calls).toHaveLength(2);
  openAt('/desk');
  expect(calls).toEqual(['/api/desk/me']);
});
