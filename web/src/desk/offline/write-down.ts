import { toast } from '@/lib/toast';
import type { Me } from '@/desk/api/me';
import { addFact, type NewFact } from '@/desk/api/queue';
import type { QueuedFact } from '@/desk/api/fact';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';

/** Writes a fact down in a person's name; undefined after a message if this device cannot keep it. */
export async function writeDown(me: Me, fact: Omit<NewFact, 'staff'>): Promise<QueuedFact | undefined> {
  const { id, name } = me.staff;
  try {
    return await addFact({ ...fact, staff: { id, name } });
  } catch {
    toast.forAnyone('error', deskOfflineTexts.notKept);
    return undefined;
  }
}
