import { useEffect, useEffectEvent } from 'react';
import { takeScanned, useScanned } from '@/desk/lib/scanned';

/** Calls `onText` once with each pass that a hand scanner reads while the screen is shown, or read just before. */
export function useHandScanner(onText: (text: string) => void): void {
  const scanned = useScanned();
  const take = useEffectEvent(() => {
    const taken = takeScanned();
    if (taken !== null) onText(taken.text);
  });
  useEffect(() => {
    if (scanned !== null) take();
  }, [scanned]);
}
