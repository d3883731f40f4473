import { expect, test } from 'vitest';
import { showsHold } from './shows-hold';

const shows = (pathname: string, searchStr = '') => showsHold({ pathname, searchStr }, '4820193756');

test('the confirm window of a hold and the status of its payment show the hold themselves', () => {
  expect(shows('/court-selection', '?venue=1&order=4820193756')).toBe(true);
  expect(shows('/booking-status')).toBe(true);
  expect(shows('/booking-status', '?orderId=4820193756')).toBe(true);
});

test('other screens, windows and outcomes do not show the hold', () => {
  expect(shows('/')).toBe(false);
  expect(shows('/court-selection', '?venue=1')).toBe(false);
  expect(shows('/court-selection', '?venue=1&order=1111111111')).toBe(false);
  expect(shows('/booking-status', '?orderId=1111111111')).toBe(false);
  expect(shows('/history-details/4820193756')).toBe(false);
});
