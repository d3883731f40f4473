import { useStore } from '@/lib/store';
import { createPersonalStore } from '@/desk/lib/personal-store';
import type { NoteRequest } from './use-notes';

/** A note that is being written at a booking. */
interface NoteDraft extends NoteRequest {
  order: string;
}

/** The drafts by the numbers of their bookings. */
const store = createPersonalStore<ReadonlyMap<string, NoteDraft>>(new Map());

/** The note that is being written at this booking; null if there is none. */
export function useNoteDraft(order: string): NoteDraft | null {
  return useStore(store).get(order) ?? null;
}

/** A note as it is sent: one line, also if several were pasted. */
export function noteOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Begins a note at a booking, or changes what is written. */
export function writeDraft(draft: NoteDraft): void {
  store.set((drafts) => new Map(drafts).set(draft.order, draft));
}

export function dropDrafts(): void {
  store.set(new Map());
}

export function dropDraftOf(order: string): void {
  store.set((drafts) => new Map([...drafts].filter(([of]) => of !== order)));
}

/** Removes the draft of this booking, because it was saved; one that was changed meanwhile stays. */
export function dropSavedDraft(order: string, saved: NoteRequest): void {
  const draft = store.get().get(order);
  if (draft !== undefined && draft.about === saved.about && noteOf(draft.text) === saved.text) dropDraftOf(order);
}
