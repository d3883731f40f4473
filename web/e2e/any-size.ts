/**
 * The tag of tests to which the second screen size adds nothing: no width changes their outcome, they set the size of the window
 * themselves, or another test proves the same on a desktop. `cargo xtask test`, which runs phones on one engine and the desktop on
 * the other, runs them on the phones alone; `cargo xtask e2e` runs them on both.
 */
export const ANY_SIZE = { tag: '@any-size' };
