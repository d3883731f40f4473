import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '@/testing/deferred';
import { SAMPLE_DAY, sampleBoard, sampleInstant, sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import type { KeptBoard } from './board';

const HOUR = 60 * 60_000;
const shown: KeptBoard = { board: sampleBoard(), etag: '"v1"', ahead: 250 };

/** In place of what shows a kept answer meanwhile: these answers come at once, so it must not be called. */
const mustNotShow = () => {
  throw new Error('a kept answer was shown');
};

async function newPage() {
  vi.resetModules();
  const keep = await import('./keep');
  const data = await import('./kept-data');
  const { ApiFailure } = await import('@/api/api-failure');
  const failing = (status: number, code: string) => () => Promise.reject(new ApiFailure(status, code));
  return { ...keep, ...data, offline: failing(0, 'network'), refused: failing(401, 'signed_out') };
}

beforeEach(() => {
  stubIndexedDb();
  localStorage.clear();
  vi.setSystemTime(sampleInstant(1104));
});
afterEach(() => vi.useRealTimers());

/** Opens a page that reads a board and the person, and returns a later page on the same device. */
async function openAgain() {
  const page = await newPage();
  await page.readBoardOrKept([1, SAMPLE_DAY], undefined, () => Promise.resolve(shown), mustNotShow);
  await page.readMeOrKept(undefined, () => Promise.resolve(sampleMe), mustNotShow);
  await vi.waitFor(async () => {
    expect(await page.findKeptBoard(1, SAMPLE_DAY)).toBeDefined();
    expect(await page.findKeptMe()).toBeDefined();
  });
  return newPage();
}

test('a start without a network has the last board, the time at which it came, and the person', async () => {
  const page = await openAgain();
  vi.setSystemTime(sampleInstant(1200));
  const kept = await page.readBoardOrKept([1, SAMPLE_DAY], undefined, page.offline, mustNotShow);
  expect(kept).toEqual({ ...shown, keptAt: Date.parse(sampleInstant(1104)) });
  expect(await page.readMeOrKept(undefined, page.offline, mustNotShow)).toEqual(sampleMe);
  // No board of another day was kept, and after a refusal nothing that was kept is returned.
  await expect(page.readBoardOrKept([1, '2026-11-23'], undefined, page.offline, mustNotShow)).rejects.toThrow(
    'network',
  );
  await expect(page.readMeOrKept(undefined, page.refused, mustNotShow)).rejects.toThrow('signed_out');
});

test('on a slow connection the kept board and person are shown until the answers come', async () => {
  const page = await openAgain();
  const newer = { ...shown, etag: '"v2"' };
  const later = deferred<void>();
  const meanwhile = { board: vi.fn<(kept: KeptBoard) => void>(), me: vi.fn<(kept: typeof sampleMe) => void>() };
  const board = page.readBoardOrKept(
    [1, SAMPLE_DAY],
    undefined,
    () => later.promise.then(() => newer),
    meanwhile.board,
  );
  const me = page.readMeOrKept(undefined, () => later.promise.then(() => sampleMe), meanwhile.me);
  await vi.waitFor(() => {
    expect(meanwhile.board).toHaveBeenCalledWith({ ...shown, keptAt: Date.parse(sampleInstant(1104)) });
    expect(meanwhile.me).toHaveBeenCalledWith(sampleMe);
  });
  later.resolve();
  expect(await board).toEqual(newer);
  expect(await me).toEqual(sampleMe);
});

test('nothing kept is shown meanwhile if the page has a board, if the session has ended, or on a paired device', async () => {
  const page = await openAgain();
  const show = vi.fn<(kept: KeptBoard) => void>();
  const never = () => new Promise<KeptBoard>(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  void page.readBoardOrKept([1, SAMPLE_DAY], shown, never, show);
  expect(vi.getTimerCount()).toBe(0);
  localStorage.setItem('desk_paired', '1');
  void page.readBoardOrKept([1, SAMPLE_DAY], undefined, never, show);
  expect(vi.getTimerCount()).toBe(0);
  localStorage.removeItem('desk_paired');
  void page.readBoardOrKept([1, SAMPLE_DAY], undefined, never, show);
  expect(vi.getTimerCount()).toBe(1);
  page.forgetSession();
  vi.runAllTimers();
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await page.findKeptMe()).toBeUndefined());
  expect(show).not.toHaveBeenCalled();
});

test('a board that was kept before its person stays when the person is looked for', async () => {
  const page = await newPage();
  await page.keepBoard(1, SAMPLE_DAY, shown);
  await expect(page.readMeOrKept(undefined, page.offline, mustNotShow)).rejects.toThrow('network');
  expect(await page.readBoardOrKept([1, SAMPLE_DAY], undefined, page.offline, mustNotShow)).toMatchObject(shown);
});

test('after 36 hours nothing is shown any more', async () => {
  const page = await openAgain();
  vi.setSystemTime(Date.parse(sampleInstant(1104)) + 36 * HOUR);
  await expect(page.readBoardOrKept([1, SAMPLE_DAY], undefined, page.offline, mustNotShow)).rejects.toThrow('network');
  await expect(page.readMeOrKept(undefined, page.offline, mustNotShow)).rejects.toThrow('network');
});

test('when the session ends, boards and person are removed, and an answer on its way is not kept', async () => {
  const page = await openAgain();
  const later = deferred<KeptBoard>();
  const board = page.readBoardOrKept([1, SAMPLE_DAY], undefined, () => later.promise, mustNotShow);
  page.forgetSession();
  await vi.waitFor(async () => expect(await page.findKeptMe()).toBeUndefined());
  expect(await page.findKeptBoard(1, SAMPLE_DAY)).toBeUndefined();
  later.resolve(shown);
  expect(await board).toEqual(shown);
  // Once a board of the next session is kept, the earlier answer would have been kept, too.
  const next = '2026-11-23';
  await page.readBoardOrKept([1, next], undefined, () => Promise.resolve(shown), mustNotShow);
  await vi.waitFor(async () => expect(await page.findKeptBoard(1, next)).toBeDefined());
  expect(await page.findKeptBoard(1, SAMPLE_DAY)).toBeUndefined();
});

test('what was kept of a session whose end no page has seen is removed when the next person signs in', async () => {
  const page = await openAgain();
  const { reportSignedIn } = await import('./signed-in');
  const next = { ...sampleMe, staff: { ...sampleMe.staff, id: '16', name: 'Kiran Joshi' } };
  reportSignedIn(next);
  // The next person is kept at once: their page reads them again after minutes only.
  await vi.waitFor(async () => expect(await page.findKeptMe()).toEqual(next));
  expect(await page.findKeptBoard(1, SAMPLE_DAY)).toBeUndefined();
});

test('a person who must enrol is not kept when they sign in', async () => {
  const page = await openAgain();
  page.beginSession({ ...sampleMe, must_enrol: true });
  await vi.waitFor(async () => expect(await page.findKeptMe()).toBeUndefined());
  // Once something of their session is kept, the person would have been, too.
  await page.readBoardOrKept([1, SAMPLE_DAY], undefined, () => Promise.resolve(shown), mustNotShow);
  await vi.waitFor(async () => expect(await page.findKeptBoard(1, SAMPLE_DAY)).toBeDefined());
  expect(await page.findKeptMe()).toBeUndefined();
});

test('a person who must enrol is not kept when they are read, but once they have enrolled', async () => {
  const page = await newPage();
  await page.readMeOrKept(undefined, () => Promise.resolve({ ...sampleMe, must_enrol: true }), mustNotShow);
  // Once something of their session is kept, the person would have been, too.
  await page.readBoardOrKept([1, SAMPLE_DAY], undefined, () => Promise.resolve(shown), mustNotShow);
  await vi.waitFor(async () => expect(await page.findKeptBoard(1, SAMPLE_DAY)).toBeDefined());
  expect(await page.findKeptMe()).toBeUndefined();
  page.keepEnrolled(sampleMe);
  await vi.waitFor(async () => expect(await page.findKeptMe()).toEqual(sampleMe));
});

test('a person whom an earlier version of the desk kept is shown, without a weekly series or a past venue, with check-in from three hours before', async () => {
  const page = await newPage();
  const business: Partial<typeof sampleMe.business> = { ...sampleMe.business };
  delete business.series_weeks;
  delete business.check_in_minutes;
  delete business.time_zone;
  const { past_venues: _, ...me } = { ...sampleMe, business };
  await page.keepMe(me as typeof sampleMe);
  const kept = await page.findKeptMe();
  expect(kept?.business.series_weeks).toBe(1);
  expect(kept?.business.check_in_minutes).toBe(180);
  expect(kept?.business.time_zone).toBe('Asia/Kolkata');
  expect(kept?.past_venues).toEqual([]);
});
