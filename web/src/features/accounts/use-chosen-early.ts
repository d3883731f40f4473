import { useEffect, useEffectEvent, useState } from 'react';
import { useInBrowser } from '@/lib/in-browser';

/**
 * Hands over which of the radio buttons of this name was chosen on the page from the server, before the app was awake:
 * taking over, React sets them to what the form believes. What was typed into fields, the form library reads by itself.
 */
export function useChosenEarly(name: string, choose: (value: string) => void): void {
  const takingOver = !useInBrowser() && typeof document !== 'undefined';
  const [early] = useState(() =>
    takingOver ? document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value : undefined,
  );
  const hand = useEffectEvent(choose);
  useEffect(() => {
    if (early !== undefined) hand(early);
  }, [early]);
}
