import { createStore } from '@/lib/store';

/** How often the server has said that this browser is signed out. A count, so that each time is a change. */
const times = createStore(0);

/** The server no longer knows this browser's session. */
export function reportSignedOut(): void {
  times.set((count) => count + 1);
}

/** Calls the listener each time until the returned function is called. */
export function watchSignedOut(listener: () => void): () => void {
  return times.subscribe(listener);
}
