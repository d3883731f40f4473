import { expect, test } from 'vitest';
import { fieldTime, minuteOf } from './field-time';

test('the time of a field is read as it is written', () => {
  expect(fieldTime(1110)).toBe('18:30');
  expect(fieldTime(1440)).toBe('00:00');
  expect(minuteOf('18:30')).toBe(1110);
  expect(minuteOf('06:00:00')).toBe(360);
  for (const text of ['', '24:00', '6:00', 'noon']) expect(minuteOf(text)).toBeNull();
});
