import { expect, test } from 'vitest';
import { afterLogin } from './navigation-state';

test('after login a player lands on court selection with the query that was carried along', () => {
  expect(afterLogin({ returnUrl: '?venue=1&court=3' })).toBe('/court-selection?venue=1&court=3');
});

test('a return address of another site is ignored', () => {
  for (const returnTo of [
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ]) {
    expect(afterLogin({ returnTo })).toBe('/');
  }
  expect(afterLogin({ returnTo: '/your-profile' })).toBe('/your-profile');
});
