import { vi } from 'vitest';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Makes the person prefer reduced motion until the end of the test; no other media query matches. */
export function preferReducedMotion(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === REDUCED_MOTION,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}
