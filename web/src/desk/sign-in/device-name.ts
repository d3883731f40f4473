/** Parts of `User-Agent` and the device that they mean; the first one that is found counts. */
const DEVICES: readonly (readonly [part: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'Chromebook'],
];

/** The proposed name for the device of this browser; undefined if its `User-Agent` is unknown. */
export function deviceName(userAgent: string): string | undefined {
  return DEVICES.find(([part]) => userAgent.includes(part))?.[1];
}
