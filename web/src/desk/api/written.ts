import type { Slot } from '@/desk/lib/slots';
import { shareList } from './shared-list';

/** A player's request for a court while the server did not answer. It is no booking: it stays here and keeps no court. */
export interface WrittenRequest {
  id: string;
  venue: number;
  /** The venue's calendar day, YYYY-MM-DD. */
  day: string;
  /** The wanted slots, at least one, with the names of their courts; a name is empty if it was not known. */
  slots: readonly (Slot & { name: string })[];
  /** When the last slot ends, in milliseconds since 1970; `Number.MAX_SAFE_INTEGER` if that was not known. */
  endsAt: number;
  /** The player's number, ten digits; empty if it was not given. */
  phone: string;
  /** The player's name; empty if it was not given. */
  name: string;
  /** What else was written down about it; empty if nothing was. */
  note: string;
  /** The name of the person who wrote it down. */
  by: string;
  /** When it was written down, in milliseconds since 1970 by this device's clock. */
  at: number;
}

/** Loads the reads and writes of the list, which are not needed for the first paint. */
const load = () => import('./written-database');

const shared = shareList('written', async () => (await load()).listRequests());

/** The requests that were written down on this device in the last 36 hours, the oldest first. */
export const writtenStore = shared.store;

/** Reads the list from this device's database. Without a database the list is empty. */
export const readWritten = shared.read;

async function change(action: (database: Awaited<ReturnType<typeof load>>) => Promise<void>): Promise<void> {
  await action(await load());
  await shared.announceChange();
}

/** Writes a request down. It is kept once this resolves; rejects if this device cannot keep it. */
export function addWritten(request: Omit<WrittenRequest, 'id' | 'at'>): Promise<void> {
  return change(({ putRequest }) => putRequest({ ...request, id: crypto.randomUUID(), at: Date.now() }));
}

export function removeWritten(id: string): Promise<void> {
  return change(({ deleteRequest }) => deleteRequest(id));
}

/** Forgets all requests; they stay if the database of this device cannot be opened. */
export async function forgetWritten(): Promise<void> {
  try {
    await change(({ clearRequests }) => clearRequests());
  } catch {
    // A browser without a database has none. One in which a newer version of the desk has upgraded it keeps them.
  }
}
