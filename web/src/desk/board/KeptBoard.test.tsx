import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleBoard, sampleInstant } from '@/testing/desk-server';
import { stubIndexedDb } from '@/testing/indexed-db';
import { forgetKept, keepBoard } from '@/desk/api/kept-data';
import { BOARD, openBoard } from './board.test-kit';

beforeEach(async () => {
  stubIndexedDb();
  await forgetKept();
  localStorage.clear();
  vi.setSystemTime(sampleInstant(1104));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['today', 1134, 'as of 6:24 PM'],
  ['yesterday', 1104 + 1440, 'as of Sun 22 Nov, 6:24 PM'],
])('a board that this device read %s says when', async (_, now, text) => {
  await keepBoard(1, '2026-11-22', { board: sampleBoard(), etag: '"v1"', ahead: 0 });
  vi.setSystemTime(sampleInstant(now));
  openBoard({ [BOARD]: () => 'no network' }, '?day=2026-11-22');
  expect(await screen.findByText(text)).toBeTruthy();
});
