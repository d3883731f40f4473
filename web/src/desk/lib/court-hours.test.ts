import { expect, test } from 'vitest';
import { readCourtHours, toggledHour, writeCourtHours } from './court-hours';

const seven = { court: 23, minute: 1140 };
const eight = { court: 23, minute: 1200 };

test('what is written is read again', () => {
  expect(readCourtHours(writeCourtHours([seven, eight]))).toEqual([seven, eight]);
  expect(writeCourtHours([])).toBeUndefined();
  expect(readCourtHours(undefined)).toEqual([]);
});

test('toggling adds an hour at the end and removes one that is there', () => {
  expect(toggledHour([seven], eight)).toEqual([seven, eight]);
  expect(toggledHour([seven, eight], seven)).toEqual([eight]);
});
