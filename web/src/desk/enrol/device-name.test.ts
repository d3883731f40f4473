import { expect, test } from 'vitest';
import { deviceName } from './device-name';

const SAFARI_ON_MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

test.each([
  ['an iPad that reports itself as a Mac', SAFARI_ON_MAC, 5, 'iPad'],
  ['a Mac', SAFARI_ON_MAC, 0, 'Mac'],
  ['an iPad by its own name', IPHONE.replaceAll('iPhone', 'iPad'), 5, 'iPad'],
  ['an iPhone', IPHONE, 5, 'iPhone'],
  ['a tablet with Android', 'Mozilla/5.0 (Linux; Android 16; Tab) Chrome/142.0 Safari/537.36', 10, 'Android'],
  ['a laptop with Windows and a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0', 10, 'Windows'],
])('%s gets the name of its device or system', (_, userAgent, maxTouchPoints, name) => {
  expect(deviceName({ userAgent, maxTouchPoints })).toBe(name);
});

test('for an unknown browser no name is proposed', () => {
  expect(deviceName({ userAgent: 'Lynx/2.9', maxTouchPoints: 0 })).toBeUndefined();
});
