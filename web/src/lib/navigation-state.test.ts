import { expect, test } from 'vitest';
import { afterLogin } from './navigation-state';

test('a returnUrl leads back to court selection with its query', () => {
  expect(afterLogin({ returnUrl: '?venue=1&sport=1&date=2026-11-22&time=7:00+PM&court=3' })).toBe(
    '/court-selection?venue=1&sport=1&date=2026-11-22&time=7:00+PM&court=3',
  );
});

test('a login returns the player to the screen that required it', () => {
  expect(afterLogin({ returnTo: '/history-details/4071553902' })).toBe('/history-details/4071553902');
});

test('a login without a return address leads home', () => {
  expect(afterLogin({})).toBe('/');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
  'a return to %j stays on this site',
  (returnTo) => {
    expect(afterLogin({ returnTo })).toBe('/');
  },
);

test.each(['//evil.example', '/../../evil', 'https://evil.example', '\\evil', '.evil.example'])(
  'a returnUrl %j cannot leave court selection',
  (returnUrl) => {
    expect(new URL(afterLogin({ returnUrl }), 'https://courts.example').origin).toBe('https://courts.example');
    expect(new URL(afterLogin({ returnUrl }), 'https://courts.example').pathname).toBe('/court-selection');
  },
);
