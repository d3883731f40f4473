import * as fake from 'fake-indexeddb';
import { vi } from 'vitest';

/** Gives the test an empty database of its own; the page's stand-in has none. */
export function stubIndexedDb(): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
}
