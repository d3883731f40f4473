import { writeStored } from '@/lib/storage';

/** Removes every pass kept by seen-passes.ts. A separate module, because every page needs this and few keep a pass. */
export function forgetPasses(): void {
  writeStored('seen_passes', null);
}
