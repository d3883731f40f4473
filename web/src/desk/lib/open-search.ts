import { useStore } from '@/lib/store';
import { createPersonalStore } from './personal-store';

/** The state of the search in the layer over the screen. */
export interface OpenSearch {
  text: string;
  /** Whether Enter was pressed before the answer for `text` came. */
  isEntered: boolean;
}

const state = createPersonalStore<OpenSearch | null>(null);
let foundOrder: string | null = null;

/** The search that is open; null if none is. */
export function useOpenSearch(): OpenSearch | null {
  return useStore(state);
}

/** Opens the search with the text that was typed already. */
export function openSearch(text = ''): void {
  state.set({ text, isEntered: false });
}

/** Changes what is searched for; does nothing while the search is closed. */
export function changeSearch(change: (before: OpenSearch) => OpenSearch): void {
  state.set((now) => (now === null ? null : change(now)));
}

export function closeSearch(): void {
  state.set(null);
}

/** Records that a booking was found and is about to be opened. */
export function markFound(order: string): void {
  foundOrder = order;
}

/** Whether the booking that is opened now was found by the search; true only the first time. */
export function takeFound(order: string): boolean {
  const isFound = foundOrder === order;
  foundOrder = null;
  return isFound;
}
