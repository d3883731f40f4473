/**
 * The tag of tests whose outcome no width of the screen changes. `cargo xtask test`, which runs phones on one engine and the desktop
 * on the other, runs them on the phones alone; `cargo xtask e2e` runs them on both.
 */
export const ANY_SIZE = { tag: '@any-size' };
