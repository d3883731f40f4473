import { writeStored } from '@/lib/storage';

/** Removes the passes that seen-passes.ts keeps. A separate module, because pages that keep no pass need it. */
export function forgetPasses(): void {
  writeStored('seen_passes', null);
}
