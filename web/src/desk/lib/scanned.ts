import { createStore, useStore } from '@/lib/store';

const NONE: readonly string[] = [];
const store = createStore(NONE);

/** Reports that a hand scanner has read a pass. */
export function reportScan(text: string): void {
  store.set((scanned) => [...scanned, text]);
}

/** The passes that were read and that no screen has taken, in the order in which they were read. */
export function useScannedPasses(): readonly string[] {
  return useStore(store);
}

/** Takes the passes that were read, so that each is checked in once. */
export function takeScannedPasses(): readonly string[] {
  const scanned = store.get();
  store.set(NONE);
  return scanned;
}
