import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { problem } from '@/testing/desk-server';
import { DeskProblem, isOutcomeUnknown } from './problem';
import { repeatWrite } from './repeat-write';
import { reportSignedOut } from './signed-out';

const lost = new ApiFailure(0, 'network');
const refused = (status: number, code: string) => new DeskProblem(new Response(null, { status }), problem(code));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How a write ends whose attempts have these failures, and how often it was sent. */
async function endOf(...failures: ApiFailure[]) {
  const keys: string[] = [];
  const ended = repeatWrite(async (key) => {
    keys.push(key);
    const failure = failures[keys.length - 1];
    if (failure !== undefined) throw failure;
    return 'done';
  }).catch((cause: unknown) => cause);
  await vi.runAllTimersAsync();
  expect(new Set(keys).size).toBe(1);
  return { end: await ended, sent: keys.length };
}

test('a write without an answer is sent again with its key, twice at most', async () => {
  expect(await endOf(lost)).toEqual({ end: 'done', sent: 2 });
  expect(await endOf(lost, lost, lost)).toEqual({ end: lost, sent: 3 });
});

test('a refusal ends it, also one of a repetition', async () => {
  const refusal = refused(409, 'changed_meanwhile');
  expect(await endOf(refusal)).toEqual({ end: refusal, sent: 1 });
  expect(await endOf(lost, refusal)).toEqual({ end: refusal, sent: 2 });
});

test('a repetition that finds the server busy is repeated, and leaves the write unknown', async () => {
  const busy = refused(503, 'unavailable');
  expect(await endOf(busy)).toEqual({ end: busy, sent: 1 });
  expect(await endOf(lost, busy)).toEqual({ end: 'done', sent: 3 });
  const { end } = await endOf(lost, busy, busy);
  expect(isOutcomeUnknown(end)).toBe(true);
});

test.each([refused(429, 'throttled'), refused(401, 'signed_out')])(
  'after a repetition that the server does not read (%s) nothing more is sent, and the write stays unknown',
  async (failure) => {
    const { end, sent } = await endOf(lost, failure);
    expect(sent).toBe(2);
    expect(isOutcomeUnknown(end)).toBe(true);
  },
);

test('a write without an answer is not sent again once its session has ended', async () => {
  let sent = 0;
  const ended = repeatWrite(async () => {
    sent += 1;
    reportSignedOut('locked');
    throw lost;
  }).catch((cause: unknown) => cause);
  await vi.runAllTimersAsync();
  expect(await ended).toBe(lost);
  expect(sent).toBe(1);
});
