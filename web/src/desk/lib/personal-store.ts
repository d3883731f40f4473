import { createStore, type Store } from '@/lib/store';
import { dismissPersonalToasts } from '@/lib/toast';

/** Empties each of the personal stores. */
const resets: (() => void)[] = [];
/** The id of the member of staff whose work the personal stores hold; null before the first sign-in. */
let owner: string | null = null;

/**
 * Creates a store for what the signed-in person has begun and not sent, such as a draft. It stays while their session
 * ends by itself or by a lock and they sign in again; a sign-out in its tab empties it. It is never shown to another person.
 */
export function createPersonalStore<T>(initial: T): Store<T> {
  const store = createStore(initial);
  resets.push(() => store.set(initial));
  return store;
}

/** Empties the personal stores, and removes the person's toasts ({@link dismissPersonalToasts}). */
export function dropPersonalStores(): void {
  dismissPersonalToasts();
  for (const reset of resets) reset();
}

/** Calls {@link dropPersonalStores} if what they hold is of another person than `staff`, the one who is signed in now. */
export function keepPersonalStoresOf(staff: string): void {
  if (owner !== null && owner !== staff) dropPersonalStores();
  owner = staff;
}
