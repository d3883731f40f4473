import { vi } from 'vitest';

/**
 * Makes the query `(width < 40rem)` match and no other one, until `vi.unstubAllGlobals` is called. A query such as
 * `(width < 60rem)` does not match either, although it would on a phone; `stubWindowWidth` answers each by the width.
 */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 40rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
