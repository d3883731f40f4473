import { expect, test } from 'vitest';
import { createPersonalStore, dropPersonalStores, keepPersonalStoresOf } from './personal-store';

const drafts = createPersonalStore<readonly string[]>([]);

test('the same person finds their drafts after a new sign-in, another person does not', () => {
  keepPersonalStoresOf('12');
  drafts.set(['₹900 on Friday']);
  keepPersonalStoresOf('12');
  expect(drafts.get()).toEqual(['₹900 on Friday']);
  keepPersonalStoresOf('13');
  expect(drafts.get()).toEqual([]);
  keepPersonalStoresOf('12');
  expect(drafts.get()).toEqual([]);
});

test('a person who signs out leaves no drafts, also for themselves', () => {
  keepPersonalStoresOf('12');
  drafts.set(['₹900 on Friday']);
  dropPersonalStores();
  expect(drafts.get()).toEqual([]);
});
