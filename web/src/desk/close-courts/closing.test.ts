import { describe, expect, test } from 'vitest';
import { boardModel } from '@/desk/day/board-model';
import { sampleBoard, sampleInstant } from '@/testing/desk-server';
import {
  courtsOf,
  endsAfter,
  paintedClosing,
  placeOf,
  readClosing,
  spanOf,
  startsAfter,
  writeClosing,
} from './closing';

/** Hours from 5 to 10 PM on courts 21, 22 (outdoor) and 23 (indoor); it is 6:24 PM. */
const model = boardModel(sampleBoard(), Date.parse(sampleInstant(1104)));
const none = { courts: [], from: null, until: null };

describe('the address', () => {
  test('has the courts and hours that are closed, and is read back the same', () => {
    const closing = { courts: [21, 22], from: 1140, until: 1260 };
    expect(writeClosing(closing)).toBe('21.22-1140-1260');
    expect(readClosing('21.22-1140-1260')).toEqual(closing);
    expect(readClosing(writeClosing(none))).toEqual(none);
  });

  test('has all courts of the largest venue', () => {
    const courts = Array.from({ length: 99 }, (_, index) => index + 1);
    expect(readClosing(writeClosing({ ...none, courts })).courts).toEqual(courts);
  });

  test('counts what is out of range as absent, and is empty in another form', () => {
    expect(readClosing(undefined)).toEqual(none);
    expect(readClosing('21..21.0.x-1-2')).toEqual(none);
    expect(readClosing('21..21.0-1500-60')).toEqual({ courts: [21], from: null, until: 60 });
  });
});

describe('the proposed span', () => {
  test('is at least 90 minutes from now on, up to the end of an hour', () => {
    expect(spanOf(none, model, 1104)).toEqual({ from: 1104, isNow: true, until: 1200 });
  });

  test('is shorter if the day ends before', () => {
    expect(spanOf(none, model, 1270)).toEqual({ from: 1270, isNow: true, until: 1320 });
  });

  test('is the whole day on a later day, and before the venue opens', () => {
    expect(spanOf(none, model, null)).toEqual({ from: 1020, isNow: false, until: 1320 });
    expect(spanOf(none, model, 300)).toEqual({ from: 1020, isNow: false, until: 1320 });
  });

  test('is null when the day is over, or has no hours', () => {
    expect(spanOf(none, model, 1320)).toBeNull();
    expect(spanOf(none, model, 1440)).toBeNull();
    expect(spanOf(none, boardModel(sampleBoard({ starts: [], prices_paise: [[], [], []] }), 0), null)).toBeNull();
  });
});

test('a chosen hour counts as long as it has not begun', () => {
  expect(spanOf({ ...none, from: 1140, until: 1260 }, model, 1104)).toEqual({ from: 1140, isNow: false, until: 1260 });
  expect(spanOf({ ...none, from: 1020, until: 1080 }, model, 1104)).toEqual({ from: 1104, isNow: true, until: 1200 });
});

test('a chosen hour that the day does not have counts as absent', () => {
  const wholeDay = { from: 1020, isNow: false, until: 1320 };
  expect(spanOf({ ...none, from: 1320 }, model, null)).toEqual(wholeDay);
  expect(spanOf({ ...none, from: 1380, until: 1440 }, model, null)).toEqual(wholeDay);
  expect(spanOf({ ...none, from: 1110, until: 1260 }, model, null)).toEqual({ ...wholeDay, until: 1260 });
  expect(spanOf({ ...none, from: 1110 }, model, 1104)).toEqual({ from: 1104, isNow: true, until: 1200 });
});

test('the hours to choose from are those that are left', () => {
  expect(startsAfter(model, 1104)).toEqual([1140, 1200, 1260]);
  expect(startsAfter(model, null)).toEqual([1020, 1080, 1140, 1200, 1260]);
  expect(endsAfter(model, 1104)).toEqual([1140, 1200, 1260, 1320]);
});

test('a kind of courts stands for all of its courts', () => {
  expect(courtsOf(model, 'OUTDOOR')).toEqual([21, 22]);
  expect(courtsOf(model, null)).toEqual([21, 22, 23]);
});

test('a span is drawn over its hours', () => {
  const { left, width } = placeOf({ from: 1110, isNow: true, until: 1200 }, model);
  expect(left).toBeCloseTo(1.5 / 5);
  expect(width).toBeCloseTo(1.5 / 5);
  expect(placeOf({ from: 1260, isNow: false, until: 1320 }, model).width).toBeCloseTo(1 / 5);
});

test('a drag closes the courts and hours that it covers, in both directions', () => {
  const painted = { courts: [22, 23], from: 1080, until: 1200 };
  expect(paintedClosing(model, { court: 22, column: 1 }, { court: 23, column: 2 })).toEqual(painted);
  expect(paintedClosing(model, { court: 23, column: 2 }, { court: 22, column: 1 })).toEqual(painted);
});

describe('a last hour that ends after midnight', () => {
  const late = boardModel(
    sampleBoard({
      starts: [1350, 1410].map((minute) => ({ minute, at: sampleInstant(minute) })),
      prices_paise: [1, 2, 3].map(() => [100_000, 100_000]),
    }),
    Date.parse(sampleInstant(1420)),
  );

  test('is closed until midnight', () => {
    expect(endsAfter(late, 1350)).toEqual([1410, 1440]);
    expect(spanOf(none, late, null)).toEqual({ from: 1350, isNow: false, until: 1440 });
  });

  test('is closed while it is on', () => {
    expect(spanOf(none, late, 1420)).toEqual({ from: 1420, isNow: true, until: 1440 });
  });

  test('is closed by a drag, and the address keeps it', () => {
    const closing = paintedClosing(late, { court: 21, column: 1 }, { court: 21, column: 1 });
    expect(closing).toEqual({ courts: [21], from: 1410, until: 1440 });
    expect(readClosing(writeClosing(closing))).toEqual(closing);
  });

  test('is covered whole', () => {
    expect(placeOf({ from: 1410, isNow: false, until: 1440 }, late)).toEqual({ left: 0.5, width: 0.5 });
  });
});
