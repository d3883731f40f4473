import { expect, test } from 'vitest';
import { SAMPLE_DAY, sampleInstant } from '@/testing/desk-server';
import { minuteOn } from './minute-on';

test('the minute of a day is null before it, counts on it, and is its end afterwards', () => {
  const at = (minute: number) => minuteOn(SAMPLE_DAY, 'Asia/Kolkata', Date.parse(sampleInstant(minute)));
  expect([-1, 0, 1104, 1439, 1440, 3000].map(at)).toEqual([null, 0, 1104, 1439, 1440, 1440]);
});
