import { beforeEach, expect, test } from 'vitest';
import { toast } from '@/lib/toast';
import { forgetToasts, toasts, toastTexts } from '@/testing/toasts';
import { createPersonalStore, dropPersonalStores, keepPersonalStoresOf } from './personal-store';

const drafts = createPersonalStore<readonly string[]>([]);

beforeEach(forgetToasts);

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
  keepPersonalStoresOf('12');
  toast.forAnyone('info', 'You are signed out.');
  toast.success('Asha Patel is checked in.');
  keepPersonalStoresOf('12');
  expect(toastTexts()).toEqual(['You are signed out.', 'Asha Patel is checked in.']);
  keepPersonalStoresOf('13');
  expect(toastTexts()).toEqual(['You are signed out.']);
});

test('a failure stays for anyone, without the name of the player', () => {
  keepPersonalStoresOf('12');
  toast.namedError('It is too late.', 'Not undone: Asha Patel, Court 3', 'Not undone: Court 3');
  expect(toasts().map(({ title }) => title)).toEqual(['Not undone: Asha Patel, Court 3']);
  keepPersonalStoresOf('13');
  expect(toasts().map(({ title, text }) => [title, text])).toEqual([['Not undone: Court 3', 'It is too late.']]);
  keepPersonalStoresOf('12');
  expect(toasts()).toHaveLength(1);
});
