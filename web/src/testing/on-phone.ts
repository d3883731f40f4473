import { vi } from 'vitest';

/** Makes the window as narrow as a phone, until `vi.unstubAllGlobals` is called. */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 40rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
