import { expect, test } from 'vitest';
import { sampleBooking, sampleInstant } from '@/testing/desk-server';
import { changedText, lastChangeText } from './history-text';

const booked = { at: sampleInstant(-2000), what: 'booked' as const, by: 'Nisha', details: {} };
const paid = { at: sampleInstant(1103), what: 'paid' as const, by: 'Kiran', details: {} };
const reminded = { at: sampleInstant(1104), what: 'reminded' as const, by: null, details: {} };
const UNNAMED = 'This booking was just changed. It is up to date again.';

const before = sampleBooking({ history: [booked] });
const after = (...history: (typeof booked | typeof paid | typeof reminded)[]) => sampleBooking({ version: 8, history });

test('a change with a new entry in the history is told with its person', () => {
  expect(lastChangeText(after(booked, paid), before)).toBe('Kiran, just now: Payment taken');
  expect(changedText(after(booked, paid), before)).toBe('Kiran has just changed this booking. It is up to date again.');
});

test('a change without a new entry, or with one of the program, names no person', () => {
  const paidBefore = sampleBooking({ history: [booked, paid] });
  for (const [booking, seen] of [
    [after(booked), before],
    [after(booked), paidBefore],
    [after(booked, reminded), before],
  ] as const) {
    expect(lastChangeText(booking, seen)).toBe(UNNAMED);
    expect(changedText(booking, seen)).toBe(UNNAMED);
  }
  expect(changedText(after(booked, paid), undefined), 'not read before').toBe(UNNAMED);
});
