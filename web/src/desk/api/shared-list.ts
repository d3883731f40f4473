import { createStore, type Store } from '@/lib/store';

/** A list in this device's database that all tabs of the desk show. */
export interface SharedList<Item> {
  /** The list as it was read last; empty before the first time. */
  store: Store<readonly Item[]>;
  /** Reads the list. If the browser has no database, the list stays as it is. */
  read: () => Promise<void>;
  /** Reads the list after a change of this tab, and has the other tabs read it. */
  announceChange: () => Promise<void>;
}

/** Shares the list that `list` reads between the tabs of the desk; `name` tells it from other shared lists. */
export function shareList<Item>(name: string, list: () => Promise<readonly Item[]>): SharedList<Item> {
  const store = createStore<readonly Item[]>([]);
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`sideout-desk-${name}`);
  tabs?.addEventListener('message', () => void read());

  async function read(): Promise<void> {
    try {
      store.set(await list());
    } catch {
      // Without a database nothing is kept.
    }
  }

  async function announceChange(): Promise<void> {
    await read();
    // `postMessage` of a channel takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs?.postMessage('changed');
  }

  return { store, read, announceChange };
}
