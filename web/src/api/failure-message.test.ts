import { expect, test } from 'vitest';
import { ApiFailure } from './api-failure';
import { failureMessage, unknownOutcomeMessage } from './failure-message';

test.each([
  [1, 'Please wait 1 second and try again.'],
  [2, 'Please wait 2 seconds and try again.'],
  [90, 'Please wait about 2 minutes and try again.'],
])('a failure without a message says how long to wait: %s seconds', (seconds, message) => {
  expect(failureMessage(new ApiFailure(503, 'http_503', '', seconds))).toBe(message);
});

test('the message of a write without a known outcome says whether the network or the server is the reason', () => {
  const unknown = 'We could not tell whether that went through. Try again; nothing is done twice.';
  expect(unknownOutcomeMessage(new ApiFailure(502, 'http_502'))).toBe(unknown);
  expect(unknownOutcomeMessage(new ApiFailure(503, 'unknown_outcome', 'x'))).toBe(unknown);
  expect(unknownOutcomeMessage(new ApiFailure(0, 'network'))).toMatch(/^We could not reach the server\./);
});
