import { expect, test } from 'vitest';
import { showsHold } from './shows-hold';

const tells = (pathname: string, searchStr = '') => showsHold({ pathname, searchStr }, '4820193756');

test('the confirm window of a hold and the status of its payment show the hold themselves', () => {
  expect(tells('/court-selection', '?venue=1&order=4820193756')).toBe(true);
  expect(tells('/booking-status')).toBe(true);
  expect(tells('/booking-status', '?orderId=4820193756')).toBe(true);
});

test('other screens, windows and outcomes do not show the hold', () => {
  expect(tells('/')).toBe(false);
  expect(tells('/court-selection', '?venue=1')).toBe(false);
  expect(tells('/court-selection', '?venue=1&order=1111111111')).toBe(false);
  expect(tells('/booking-status', '?orderId=1111111111')).toBe(false);
  expect(tells('/history-details/4820193756')).toBe(false);
});
