import { createStore, useStore } from '@/lib/store';

/** A pass that a hand scanner read; the id tells two scans of the same pass apart. */
export interface ScannedPass {
  id: number;
  text: string;
}

const store = createStore<ScannedPass | null>(null);
let last = 0;

/** Reports that a hand scanner has read a pass. */
export function reportScan(text: string): void {
  last += 1;
  store.set({ id: last, text });
}

/** The pass that was read last and that no screen has taken; null if there is none. */
export function useScannedPass(): ScannedPass | null {
  return useStore(store);
}

/** Takes the pass that was read last, so that it is checked in once. */
export function takeScannedPass(): ScannedPass | null {
  const scanned = store.get();
  store.set(null);
  return scanned;
}
