import { expect, test } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
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
