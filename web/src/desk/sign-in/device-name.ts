/** Parts of `User-Agent` and the device that they mean; the first one that is found counts. */
const DEVICES: readonly (readonly [part: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'Chromebook'],
];

/** What a person calls the device of this browser, as a first idea; undefined if nothing is known. */
export function deviceName(userAgent: string): string | undefined {
  return DEVICES.find(([part]) => userAgent.includes(part))?.[1];
}
