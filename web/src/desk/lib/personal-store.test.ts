import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toast, useToasts } from '@/lib/toast';
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

test('the messages of a person are not for another one, unless they are for anyone', () => {
  const shown = () => renderHook(useToasts).result.current.map(({ text }) => text);
  keepPersonalStoresOf('12');
  toast.forAnyone('info', 'You are signed out.');
  toast.success('Asha Patel is checked in.');
  keepPersonalStoresOf('12');
  expect(shown()).toEqual(['You are signed out.', 'Asha Patel is checked in.']);
  keepPersonalStoresOf('13');
  expect(shown()).toEqual(['You are signed out.']);
});
