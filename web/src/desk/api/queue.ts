import { clockOffset } from './connection';
import type { FactKind, QueuedFact } from './fact';
import { shareList } from './shared-list';

/** Loads the reads and writes of the list, which are not needed for the first paint. */
const load = () => import('./queue-database');

const { store, read, announceChange } = shareList('queue', async () => (await load()).listFacts());

/** The facts that wait on this device, in their order: those of every person, and also the refused ones. */
export const queueStore = store;

/** Reads the queue from this device's database. Without a database the queue is empty and nothing can be added. */
export const readQueue = read;

/** The parts of a new fact that a screen gives. */
export interface NewFact extends Pick<QueuedFact, 'venue' | 'staff' | 'order' | 'label'> {
  what: FactKind;
}

/** Writes a fact down. It is kept once this resolves; rejects if this device cannot keep it. */
export async function addFact(fact: NewFact): Promise<QueuedFact> {
  const added = newFact(fact);
  const { putFact } = await load();
  await putFact(added);
  await announceChange();
  return added;
}

export async function dropFact(id: string): Promise<void> {
  await (await load()).deleteFact(id);
  await announceChange();
}

/** Changes a fact in its place. */
export async function changeFact(id: string, by: Partial<QueuedFact>): Promise<void> {
  await (await load()).updateFact(id, by);
  await announceChange();
}

/** Changes a fact in its place and writes another one down, both or neither. */
export async function changeAndAddFact(id: string, by: Partial<QueuedFact>, fact: NewFact): Promise<void> {
  await (await load()).updateAndPutFact(id, by, newFact(fact));
  await announceChange();
}

/** A fact of the present moment by this device's clock. */
function newFact(fact: NewFact): QueuedFact {
  return {
    ...fact,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    offset_ms: clockOffset(),
    refusal: null,
  };
}

/** Sorts facts: those of a person that wait to be sent, their refused ones, and those of other people. */
export function groupFacts(facts: readonly QueuedFact[], staff: string | undefined) {
  const own = facts.filter((fact) => fact.staff.id === staff);
  return {
    waiting: own.filter(({ refusal }) => refusal === null),
    refused: own.filter(({ refusal }) => refusal !== null),
    ofOthers: facts.filter((fact) => fact.staff.id !== staff),
  };
}
