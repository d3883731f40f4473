import { isIpad } from '@/lib/is-ipad';

/** Parts of `User-Agent` and the device that they mean; the first one that is found counts. */
const DEVICES: readonly (readonly [part: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'Chromebook'],
];

/** The proposed name for the device of this browser; undefined if its `User-Agent` is unknown. */
export function deviceName(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string | undefined {
  if (isIpad(browser)) return 'iPad';
  return DEVICES.find(([part]) => browser.userAgent.includes(part))?.[1];
}
