import { describe, expect, test } from 'vitest';
import { closeBetween, endOf, isSameDay, openBetween, problemOf, spanBetween, spansText } from './spans';

const span = (first: number, last: number) => ({ first_minute: first * 60, last_minute: last * 60 });
const morning = span(6, 10);
const evening = span(16, 22);

describe('painting hours', () => {
  test('opened hours join the spans that they touch, and stay apart from the others', () => {
    expect(openBetween([morning, evening], 11 * 60, 13 * 60, 60)).toEqual([span(6, 12), evening]);
    expect(openBetween([morning], 16 * 60, 23 * 60, 60)).toEqual([morning, evening]);
    expect(openBetween([morning, evening], 9 * 60, 18 * 60, 60)).toEqual([span(6, 22)]);
  });

  test('hours that join a span also join one that touches it', () => {
    const noon = span(11, 13);
    expect(openBetween([morning, noon, evening], 14 * 60, 15 * 60, 60)).toEqual([span(6, 14), evening]);
    expect(openBetween([evening, noon, morning], 14 * 60, 16 * 60, 60)).toEqual([span(6, 22)]);
  });

  test('only whole slots are opened, and none starts after midnight', () => {
    expect(spanBetween(360, 450, 60)).toEqual(span(6, 6));
    expect(spanBetween(360, 400, 60)).toBeNull();
    expect(spanBetween(22.5 * 60, 26 * 60, 60)).toEqual({ first_minute: 1350, last_minute: 1410 });
    expect(endOf({ first_minute: 1350, last_minute: 1410 }, 60)).toBe(1470);
  });

  test('closed hours split a span, and a slot that would overlap them is left out', () => {
    expect(closeBetween([span(6, 22)], 11 * 60, 16 * 60, 60)).toEqual([span(6, 10), evening]);
    expect(closeBetween([span(6, 22)], 11.5 * 60, 16 * 60, 60)).toEqual([span(6, 10), evening]);
    expect(closeBetween([morning, evening], 0, 12 * 60, 60)).toEqual([evening]);
    expect(closeBetween([morning], 5 * 60, 12 * 60, 60)).toEqual([]);
  });
});

test('hours that overlap, run backwards or are too many cannot be published', () => {
  expect(problemOf([morning, evening], 60)).toBeNull();
  expect(problemOf([morning, { first_minute: 630, last_minute: 720 }], 60)).toBe('overlap');
  expect(problemOf([{ first_minute: 600, last_minute: 540 }], 60)).toBe('unfinished');
  expect(
    problemOf(
      Array.from({ length: 7 }, (_, at) => span(at * 3, at * 3)),
      60,
    ),
  ).toBe('too many');
});

test('hours may be written in any order', () => {
  expect(problemOf([evening, morning], 60)).toBeNull();
  expect(problemOf([{ first_minute: 630, last_minute: 720 }, morning], 60)).toBe('overlap');
});

test('the text of a day goes from the first start to the end of the last slot', () => {
  expect(spansText([morning, evening], 60)).toBe('6 AM – 11 AM, 4 PM – 11 PM');
  expect(spansText([evening, morning], 60)).toBe('6 AM – 11 AM, 4 PM – 11 PM');
});

test('days are the same if their spans are', () => {
  expect(isSameDay([morning], [span(6, 10)])).toBe(true);
  expect(isSameDay([evening, morning], [morning, evening])).toBe(true);
  expect(isSameDay([morning], [evening])).toBe(false);
});
