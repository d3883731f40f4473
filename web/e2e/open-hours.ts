import { test } from './screen';

/*
 * Some tests need a game that runs or begins soon. A run at night skips them. Another run, with its time set to the
 * opening hours, executes only these tests; a test that finds no such game fails there.
 */

/** The tag of tests that need an hour at which the venues are open. */
export const OPEN_HOURS = { tag: '@open-hours' };

/** Fails in a run in the opening hours if the test has found no such hour. */
export function requireInOpenHours(isFound: boolean, why: string): void {
  if (!isFound && process.env['OPEN_HOURS'] === 'true') throw new Error(`${why}, although the venues are open`);
}

/** Skips the test if it has found no such hour; in a run in the opening hours it fails. */
export function skipUnless(isFound: boolean, why: string): void {
  requireInOpenHours(isFound, why);
  test.skip(!isFound, why);
}
