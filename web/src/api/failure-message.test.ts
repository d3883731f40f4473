import { expect, test } from 'vitest';
import { ApiFailure } from './api-failure';
import { failureMessage } from './failure-message';

test.each([
  [1, 'Please wait 1 second and try again.'],
  [2, 'Please wait 2 seconds and try again.'],
  [90, 'Please wait about 2 minutes and try again.'],
])('a failure without a message says how long to wait: %s seconds', (seconds, message) => {
  expect(failureMessage(new ApiFailure(503, 'http_503', '', seconds))).toBe(message);
});
