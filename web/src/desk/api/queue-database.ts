import { database } from './database';
import type { QueuedFact } from './fact';

/** Lists the facts that wait on this device, in the order in which they were written down. */
export async function listFacts(): Promise<QueuedFact[]> {
  return (await database()).getAll('facts');
}

/** Adds a fact at the end. Asks the browser not to throw the database away. */
export async function putFact(fact: QueuedFact): Promise<void> {
  const tx = (await database()).transaction('facts', 'readwrite', { durability: 'strict' });
  await Promise.all([tx.store.add(fact), tx.done]);
  void navigator.storage?.persist?.().catch(() => false);
}

/** Changes a fact in its place; does nothing if another tab has sent or dropped it. */
export async function updateFact(id: string, by: Partial<QueuedFact>): Promise<void> {
  const tx = (await database()).transaction('facts', 'readwrite', { durability: 'strict' });
  const now = await tx.store.index('id').get(id);
  if (now !== undefined) await tx.store.put({ ...now, ...by });
  await tx.done;
}

/** Changes a fact and adds another one at the end, both or neither; does nothing if another tab has sent or dropped the first. */
export async function updateAndPutFact(id: string, by: Partial<QueuedFact>, added: QueuedFact): Promise<void> {
  const tx = (await database()).transaction('facts', 'readwrite', { durability: 'strict' });
  const now = await tx.store.index('id').get(id);
  if (now !== undefined) await Promise.all([tx.store.put({ ...now, ...by }), tx.store.add(added)]);
  await tx.done;
}

export async function deleteFact(id: string): Promise<void> {
  const tx = (await database()).transaction('facts', 'readwrite', { durability: 'strict' });
  const seq = await tx.store.index('id').getKey(id);
  if (seq !== undefined) await tx.store.delete(seq);
  await tx.done;
}
