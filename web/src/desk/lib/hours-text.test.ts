import { expect, test } from 'vitest';
import { hoursText } from './hours-text';

test('hours are grouped and have as many decimals as they need', () => {
  expect([0, 60, 90, 45, 50, 73_845].map(hoursText)).toEqual(['0', '1', '1.5', '0.75', '0.83', '1,230.75']);
});
