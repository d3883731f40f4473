import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Makes the window this wide, in rem, until `vi.unstubAllGlobals` is called; the result gives it another width. */
export function stubWindowWidth(rem: number): (to: number) => void {
  let width = rem;
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return fits(query, width);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return (to) =>
    act(() => {
      width = to;
      for (const listener of listeners) listener();
    });
}

/** Whether a window of this width, in rem, matches a query like `(width < 40rem)` or `(width >= 64rem)`; false for other forms. */
function fits(query: string, width: number): boolean {
  const [, sign, rem] = /^\(width (<|>=) ([\d.]+)rem\)$/.exec(query) ?? [];
  if (rem === undefined) return false;
  return sign === '<' ? width < Number(rem) : width >= Number(rem);
}
