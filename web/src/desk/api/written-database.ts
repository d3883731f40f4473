import { database, isFresh } from './database';
import type { WrittenRequest } from './written';

/** Lists the requests of the last 36 hours, the oldest first, and removes older ones. */
export async function listRequests(): Promise<WrittenRequest[]> {
  const tx = (await database()).transaction('requests', 'readwrite');
  const fresh: WrittenRequest[] = [];
  for await (const cursor of tx.store) {
    if (isFresh(cursor.value)) fresh.push(withNote(cursor.value));
    else await cursor.delete();
  }
  await tx.done;
  return fresh.toSorted((a, b) => a.at - b.at);
}

/** The request, also as an earlier version of the desk wrote it down, with `words` for the note. */
function withNote(stored: WrittenRequest & { words?: string }): WrittenRequest {
  const { words, ...request } = stored;
  return words === undefined ? request : { ...request, note: words };
}

/** Keeps a request. Asks the browser not to throw the database away. */
export async function putRequest(request: WrittenRequest): Promise<void> {
  const tx = (await database()).transaction('requests', 'readwrite', { durability: 'strict' });
  await Promise.all([tx.store.put(request), tx.done]);
  void navigator.storage?.persist?.().catch(() => false);
}

export async function deleteRequest(id: string): Promise<void> {
  await (await database()).delete('requests', id);
}

export async function clearRequests(): Promise<void> {
  await (await database()).clear('requests');
}
