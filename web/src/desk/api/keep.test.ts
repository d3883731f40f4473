import { beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_DAY, sampleBoard, sampleInstant, sampleMe } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import type { KeptBoard } from './board';

const HOUR = 60 * 60_000;
const shown: KeptBoard = { board: sampleBoard(), etag: '"v1"', ahead: 250 };

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
  vi.setSystemTime(sampleInstant(1104));
});

/** Opens a page that reads a board and the person, and returns a later page on the same device. */
async function openAgain() {
  const page = await newPage();
  await page.boardOrKept([1, SAMPLE_DAY], undefined, () => Promise.resolve(shown));
  await page.meOrKept(() => Promise.resolve(sampleMe));
  await vi.waitFor(async () => {
    expect(await page.keptBoard(1, SAMPLE_DAY)).toBeDefined();
    expect(await page.keptMe()).toBeDefined();
  });
  return newPage();
}

test('a start without a network has the last board, the time at which it came, and the person', async () => {
  const page = await openAgain();
  vi.setSystemTime(sampleInstant(1200));
  const kept = await page.boardOrKept([1, SAMPLE_DAY], undefined, page.offline);
  expect(kept).toEqual({ ...shown, keptAt: Date.parse(sampleInstant(1104)) });
  expect(await page.meOrKept(page.offline)).toEqual(sampleMe);
  // No board of another day was kept, and after a refusal nothing that was kept is returned.
  await expect(page.boardOrKept([1, '2026-11-23'], undefined, page.offline)).rejects.toThrow('network');
  await expect(page.meOrKept(page.refused)).rejects.toThrow('signed_out');
});

test('after 36 hours nothing is shown any more', async () => {
  const page = await openAgain();
  vi.setSystemTime(Date.parse(sampleInstant(1104)) + 36 * HOUR);
  await expect(page.boardOrKept([1, SAMPLE_DAY], undefined, page.offline)).rejects.toThrow('network');
  await expect(page.meOrKept(page.offline)).rejects.toThrow('network');
});

test('when the session ends, boards and person are removed, and an answer on its way is not kept', async () => {
  const page = await openAgain();
  void page.boardOrKept([1, SAMPLE_DAY], undefined, () => Promise.resolve(shown));
  page.forgetSession();
  await vi.waitFor(async () => expect(await page.keptMe()).toBeUndefined());
  await vi.waitFor(async () => expect(await page.keptBoard(1, SAMPLE_DAY)).toBeUndefined());
});
