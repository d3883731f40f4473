import { writeStored } from '@/lib/storage';

/** Forgets every pass kept by seen-passes.ts. Apart from it, because every page has this to do and few keep a pass. */
export function forgetPasses(): void {
  writeStored('seen_passes', null);
}
