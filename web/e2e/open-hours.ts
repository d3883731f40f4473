import { test } from './screen';

/*
 * Some tests need a game that runs or begins soon. `cargo xtask test` has a run of their own for them, with the time set to
 * the opening hours; a test that finds no such game fails there. In other runs, as in those of `cargo xtask e2e`, a test that
 * finds no such game is skipped.
 */

/** The tag of tests that need an hour at which the venues are open. */
export const OPEN_HOURS = { tag: '@open-hours' };

/** Skips the test if it has found no such hour; in a run in the opening hours it fails. */
export function skipUnless(isFound: boolean, why: string): void {
  if (!isFound && process.env['OPEN_HOURS'] === 'true') throw new Error(`${why}, although the venues are open`);
  test.skip(!isFound, why);
}
