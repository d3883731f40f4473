import { clockOffset } from './connection';
import type { FactKind, QueuedFact } from './fact';
import { shareList } from './shared-list';

/** The part with the database: it is not needed for the first paint. */
const load = () => import('./queue-database');

const { store, read, changed } = shareList('queue', async () => (await load()).listFacts());

/** What waits on this device, in its order: of every person, and also what was refused. */
export const queueStore = store;

/** Reads the queue from this device's database. Where there is none, the queue is empty and nothing can be added. */
export const readQueue = read;

/** What a screen knows of a new fact. */
export interface NewFact extends Pick<QueuedFact, 'venue' | 'staff' | 'order' | 'label'> {
  what: FactKind;
}

/** Writes a fact down. It is kept once this resolves; rejects if this device cannot keep it. */
export async function addFact(fact: NewFact): Promise<QueuedFact> {
  const added: QueuedFact = {
    ...fact,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    offset_ms: clockOffset(),
    refusal: null,
  };
  const { putFact } = await load();
  await putFact(added);
  await changed();
  return added;
}

/** Takes a fact out that was not sent: an undo, or a refused one that is given up. */
export async function dropFact(id: string): Promise<void> {
  await (await load()).deleteFact(id);
  await changed();
}

/** Puts facts in the place of one, or changes it: what was decided about a refused one. */
export async function replaceFact(id: string, by: Partial<QueuedFact>): Promise<void> {
  await (await load()).updateFact(id, by);
  await changed();
}

/** Of one person: what waits to be sent, and what was refused. */
export function ofPerson(facts: readonly QueuedFact[], staff: string | undefined) {
  const own = facts.filter((fact) => fact.staff.id === staff);
  return {
    waiting: own.filter(({ refusal }) => refusal === null),
    refused: own.filter(({ refusal }) => refusal !== null),
    ofOthers: facts.filter((fact) => fact.staff.id !== staff),
  };
}
