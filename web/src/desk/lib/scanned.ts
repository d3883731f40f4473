import { useStore } from '@/lib/store';
import { createPersonalStore } from './personal-store';

const NONE: readonly string[] = [];
/** The passes that were read and that no screen has taken, in their order: the code that checks them may load for a while. */
const store = createPersonalStore(NONE);

/** Reports that a hand scanner has read a pass. */
export function reportScan(text: string): void {
  store.set((passes) => [...passes, text]);
}

export function useScannedPasses(): readonly string[] {
  return useStore(store);
}

/** Takes the passes that were read: each is returned once. */
export function takeScannedPasses(): readonly string[] {
  const passes = store.get();
  store.set(NONE);
  return passes;
}
