import { beforeEach, expect, test, vi } from 'vitest';
import { forgetLinkToken, linkToken, reloadForNextLink, takeLinkToken } from './link-token';

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

test.each(['/desk/v/1/board#content', '/desk/join#content'])('the fragment of %s is no token', (address) => {
  history.replaceState(null, '', address);
  takeLinkToken();
  expect([linkToken(), location.hash]).toEqual([null, '#content']);
});

test('a link that is opened in the tab of another one reloads the page, and Skip to content does not', () => {
  const reload = vi.fn<() => void>();
  reloadForNextLink(reload);
  const change = (address: string) => {
    history.replaceState(null, '', address);
    window.dispatchEvent(new Event('hashchange'));
  };
  change('/desk/join#content');
  change('/desk/v/1/board#abc');
  expect(reload).not.toHaveBeenCalled();
  change('/desk/join#abc-_123');
  expect(reload).toHaveBeenCalledTimes(1);
});
