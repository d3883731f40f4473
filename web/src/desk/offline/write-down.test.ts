import { expect, test } from 'vitest';
import { sampleMe } from '@/testing/desk-server';
import { forgetToasts, toasts } from '@/testing/toasts';
import { writeDown } from './write-down';

test('what this device cannot keep is told, also when it is locked by then', async () => {
  forgetToasts();
  // The test environment has no IndexedDB.
  const what = { kind: 'attendance', order: '4820193756', state: 'arrived' } as const;
  const fact = await writeDown(sampleMe, { venue: 1, order: '4820193756', label: 'Rohan Mehta', what });
  expect(fact).toBeUndefined();
  expect(toasts()).toMatchObject([
    { text: 'This device cannot keep it. Write it on paper, or free some space.', isForAnyone: true },
  ]);
});
