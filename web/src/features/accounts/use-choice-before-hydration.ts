import { useEffect, useEffectEvent, useState } from 'react';
import { useInBrowser } from '@/lib/in-browser';

/**
 * Passes to `choose` the radio button of this name that the player selected before hydration: hydration resets radio
 * buttons to the form's values. The form library reads the text fields by itself.
 */
export function useChoiceBeforeHydration(name: string, choose: (value: string) => void): void {
  const isHydrating = !useInBrowser() && typeof document !== 'undefined';
  const [early] = useState(() =>
    isHydrating ? document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value : undefined,
  );
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    if (early !== undefined) chooseNow(early);
  }, [early]);
}
