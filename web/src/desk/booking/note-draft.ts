import { createStore, useStore } from '@/lib/store';
import type { NoteRequest } from './use-notes';

/** A note that is being written at a booking. */
interface NoteDraft extends NoteRequest {
  order: string;
}

const store = createStore<NoteDraft | null>(null);

/** The note that is being written at this booking; it stays while the network is lost. Null if there is none. */
export function useNoteDraft(order: string): NoteDraft | null {
  const draft = useStore(store);
  return draft?.order === order ? draft : null;
}

/** Begins a note at a booking, or changes what is written. */
export function writeDraft(draft: NoteDraft): void {
  store.set(draft);
}

/** Removes the draft, because the note is saved or not wanted. */
export function dropDraft(): void {
  store.set(null);
}

/** Removes the draft of this booking, because its note is saved; a draft that was begun at another one stays. */
export function dropDraftOf(order: string): void {
  store.set((now) => (now?.order === order ? null : now));
}
