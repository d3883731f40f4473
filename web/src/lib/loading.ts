import { createStore, useStore } from './store';

const running = createStore(0);

/** Shows the global loading overlay while `work` runs (spec §2: during authentication calls). */
export async function withOverlay<T>(work: Promise<T>): Promise<T> {
  running.set((n) => n + 1);
  try {
    return await work;
  } finally {
    running.set((n) => n - 1);
  }
}

/** Whether the overlay is shown. */
export function useOverlay(): boolean {
  return useStore(running) > 0;
}
