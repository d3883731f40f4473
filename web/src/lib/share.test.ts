import { afterEach, expect, test, vi } from 'vitest';
import { copyText, share } from './share';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

test.each([
  ['shared', () => Promise.resolve()],
  ['cancelled', () => Promise.reject(new DOMException('closed', 'AbortError'))],
  ['failed', () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'))],
] as const)('a text is %s', async (outcome, sheet) => {
  Object.defineProperty(navigator, 'share', { value: sheet, configurable: true });
  expect(await share({ text: 'Court 3' })).toBe(outcome);
});

test('a copy says whether the browser did it', async () => {
  expect(await copyText('Court 3')).toBe(true);
  expect(await navigator.clipboard.readText()).toBe('Court 3');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  expect(await copyText('Court 4')).toBe(false);
});
