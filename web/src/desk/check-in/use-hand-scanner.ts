import { useEffect, useEffectEvent } from 'react';
import { takeScannedPasses, useScannedPasses } from '@/desk/lib/scanned';

/** Calls `onText` once with each pass that a hand scanner has read. */
export function useHandScanner(onText: (text: string) => void): void {
  const scanned = useScannedPasses();
  const take = useEffectEvent(() => {
    for (const text of takeScannedPasses()) onText(text);
  });
  useEffect(() => {
    if (scanned.length > 0) take();
  }, [scanned]);
}
