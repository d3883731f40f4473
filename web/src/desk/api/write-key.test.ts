import { expect, test } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { problem } from '@/testing/desk-server';
import { DeskProblem, isOutcomeUnknown } from './problem';
import { WriteKey } from './write-key';

const CHECK_IN = { order: '4820193756', state: 'arrived' };

test('the key stays while no answer has come, whatever the reason', () => {
  const keys = new WriteKey();
  const first = keys.next(CHECK_IN);
  expect(keys.next({ ...CHECK_IN })).toBe(first);
  for (const lost of [
    new ApiFailure(0, 'timeout'),
    new ApiFailure(0, 'network'),
    new ApiFailure(503, 'unknown_outcome'),
    // A proxy answers for a server that it no longer reaches, which may have done the write.
    new ApiFailure(502, 'http_502'),
    new ApiFailure(504, 'http_504'),
  ]) {
    keys.settle(lost);
    expect(keys.next(CHECK_IN)).toBe(first);
  }
});

test('after an answer or a refusal, and for another action, there is a new key', () => {
  const keys = new WriteKey();
  const first = keys.next(CHECK_IN);
  keys.settle();
  const second = keys.next(CHECK_IN);
  keys.settle(new ApiFailure(409, 'wrong_state'));
  const third = keys.next(CHECK_IN);
  const fourth = keys.next({ ...CHECK_IN, state: 'none' });
  expect(new Set([first, second, third, fourth]).size).toBe(4);
});

const refused = (status: number, code: string) => new DeskProblem(new Response(null, { status }), problem(code));

test.each([
  refused(503, 'unavailable'),
  refused(429, 'throttled'),
  refused(408, 'too_slow'),
  refused(401, 'signed_out'),
  refused(401, 'locked'),
])('a failure that decides nothing (%s) leaves what was sent before unknown, and its key stays', (failure) => {
  const keys = new WriteKey();
  const first = keys.next(CHECK_IN);
  expect(keys.judge(failure)).toBe(failure);
  keys.settle(failure);
  const second = keys.next(CHECK_IN);
  expect(second).not.toBe(first);
  keys.judge(new ApiFailure(0, 'network'));
  const judged = keys.judge(failure);
  expect(isOutcomeUnknown(judged)).toBe(true);
  keys.settle(judged);
  expect(keys.next(CHECK_IN)).toBe(second);
  expect(keys.judge(failure)).not.toBe(failure);
});

test('a refusal of the request after a lost answer says that it was not done', () => {
  const keys = new WriteKey();
  keys.next(CHECK_IN);
  keys.judge(new ApiFailure(0, 'network'));
  for (const failure of [refused(409, 'changed_meanwhile'), refused(401, 'wrong_code'), refused(403, 'not_allowed')])
    expect(keys.judge(failure)).toBe(failure);
});

test('another file is another action', () => {
  const keys = new WriteKey();
  const hall = new File(['hall'], 'hall.png', { type: 'image/png', lastModified: 1 });
  const first = keys.next(hall);
  keys.settle(new ApiFailure(0, 'network'));
  expect(keys.next(hall)).toBe(first);
  expect(keys.next(new File(['courts'], 'courts.png', { type: 'image/png', lastModified: 1 }))).not.toBe(first);
});

test('the same action with another approval keeps its key while no answer has come', () => {
  const keys = new WriteKey();
  const about = { reason: 'Typed twice', approval: { staff: '7', code: '123456' } };
  const first = keys.next(about);
  keys.settle(new ApiFailure(0, 'network'));
  expect(keys.next({ ...about, approval: { staff: '7', code: '654321' } })).toBe(first);
  keys.settle(new ApiFailure(0, 'network'));
  expect(keys.next({ ...about, reason: 'Wrong amount' })).not.toBe(first);
});
