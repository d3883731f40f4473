import { beforeEach, expect, test } from 'vitest';
import { forgetLinkToken, linkToken, takeLinkToken } from './link-token';

beforeEach(forgetLinkToken);

test('the token is taken from the address and removed from it at once', () => {
  history.replaceState(null, '', '/desk/join#abc-_123');
  takeLinkToken();
  expect(linkToken()).toBe('abc-_123');
  expect(location.href).toMatch(/\/desk\/join$/);
  forgetLinkToken();
  expect(linkToken()).toBeNull();
});

test('a damaged token is taken as it is', () => {
  history.replaceState(null, '', '/desk/join#abc%');
  takeLinkToken();
  expect([linkToken(), location.hash]).toEqual(['abc%', '']);
});

test('the fragment of an address other than that of a link is no token', () => {
  history.replaceState(null, '', '/desk/v/1/board#content');
  takeLinkToken();
  expect([linkToken(), location.hash]).toEqual([null, '#content']);
});
