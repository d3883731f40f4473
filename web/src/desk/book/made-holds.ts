import type { MadeHolds } from './hold-keeper';

const KEY = 'desk-made-holds';
/** The most ids of holds that are kept, twice as many as one booking has. A hold whose id is dropped ends by itself. */
const MOST = 24;

forgetUnlessReloaded();

/** The holds that this tab made. A reload keeps them; another tab has its own. */
export const madeHolds: MadeHolds = {
  has: (id) => read().includes(id),
  add: (id) => {
    const ids = [...read().filter((one) => one !== id), id].slice(-MOST);
    try {
      sessionStorage.setItem(KEY, ids.join());
    } catch {
      // Without storage a hold is not released early; it ends by itself.
    }
  },
};

/** A duplicated tab begins with a copy of the storage of the other tab, which still needs its holds. */
function forgetUnlessReloaded(): void {
  try {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (page?.type !== 'reload') sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to forget.
  }
}

function read(): string[] {
  try {
    return sessionStorage.getItem(KEY)?.split(',') ?? [];
  } catch {
    return [];
  }
}
