import { vi } from 'vitest';

/**
 * Makes the query `(width < 40rem)` match and no other one, until `vi.unstubAllGlobals` is called: for screens that ask only
 * whether the window is as narrow as a phone.
 */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 40rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
