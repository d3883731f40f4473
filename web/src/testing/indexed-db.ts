import * as fake from 'fake-indexeddb';
import { vi } from 'vitest';

/** Stubs IndexedDB, which the test environment lacks, with an empty database. */
export function stubIndexedDb(): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
}
