import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { KeptBoard } from './board';
import type { Me } from './me';
import type { QueuedFact } from './fact';
import type { WrittenRequest } from './written';

/** How long a board and the person are kept after the last answer, and a request after it was written, in milliseconds. */
const KEPT_MILLISECONDS = 36 * 60 * 60_000;

/**
 * Whether what was stored at this moment may still be shown: less than 36 hours lie between it and now, in either direction, because
 * the clock may have been set back.
 */
export function isFresh({ at }: { at: number }): boolean {
  return Math.abs(Date.now() - at) < KEPT_MILLISECONDS;
}

interface Schema extends DBSchema {
  /** The facts that wait for the server, in the order in which they were written. They stay after a sign-out. */
  facts: { key: number; value: QueuedFact; indexes: { id: string } };
  /** The last board of each venue and day, by `boardKey`. */
  boards: { key: string; value: { kept: KeptBoard; at: number } };
  /** The person who was signed in, under `me`. */
  people: { key: 'me'; value: { me: Me; at: number } };
  /** Requests for a court that were written down without a network, by their ids. They are not bookings. */
  requests: { key: string; value: WrittenRequest };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** Opens the database of this device. Rejects if the browser has none, as in some private windows. */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('sideout-desk', 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('facts', { keyPath: 'seq', autoIncrement: true }).createIndex('id', 'id', {
          unique: true,
        });
        db.createObjectStore('boards');
        db.createObjectStore('people');
      }
      if (before < 2) db.createObjectStore('requests', { keyPath: 'id' });
    },
    // Another tab upgrades the database to a newer version of the desk, so this one closes it. After the upgrade this tab cannot
    // open it until it is reloaded.
    blocking: (_now, _next, event) => {
      opened = null;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = null;
    },
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}
