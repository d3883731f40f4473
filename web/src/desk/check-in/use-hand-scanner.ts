import { useEffect, useEffectEvent } from 'react';
import { takeScannedPass, useScannedPass } from '@/desk/lib/scanned';

/** Calls `onText` once with each pass that a hand scanner reads while the screen is shown, or read just before. */
export function useHandScanner(onText: (text: string) => void): void {
  const scanned = useScannedPass();
  const take = useEffectEvent(() => {
    const taken = takeScannedPass();
    if (taken !== null) onText(taken.text);
  });
  useEffect(() => {
    if (scanned !== null) take();
  }, [scanned]);
}
