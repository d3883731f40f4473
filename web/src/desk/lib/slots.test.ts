import { expect, test } from 'vitest';
import { readSlots, toggledSlot, writeSlots } from './slots';

const seven = { court: 23, minute: 1140 };
const eight = { court: 23, minute: 1200 };

test('slots that are written as text are the same when they are read again', () => {
  expect(readSlots(writeSlots([seven, eight]))).toEqual([seven, eight]);
  expect(writeSlots([])).toBeUndefined();
  expect(readSlots(undefined)).toEqual([]);
});

test('toggling adds a slot at the end and removes one that is there', () => {
  expect(toggledSlot([seven], eight)).toEqual([seven, eight]);
  expect(toggledSlot([seven, eight], seven)).toEqual([eight]);
});
