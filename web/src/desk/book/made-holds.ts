import type { MadeHolds } from './hold-keeper';

const KEY = 'desk-made-holds';
/** The most ids of holds that are kept: more than one booking has, and older holds have ended. */
const MOST = 24;

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

function read(): string[] {
  try {
    return sessionStorage.getItem(KEY)?.split(',') ?? [];
  } catch {
    return [];
  }
}
