import { useEffect, useEffectEvent, useState } from 'react';
import { useInBrowser } from './in-browser';

/**
 * Passes to `take` what the player chose in the page from the server before it was hydrated: no handler was there, and a render
 * afterwards would replace it. `read` finds it in the document; undefined if nothing was chosen. Does nothing on a screen that the
 * browser has rendered itself.
 */
export function useBeforeHydration<T>(read: () => T | undefined, take: (early: T) => void): void {
  const isHydrating = !useInBrowser() && typeof document !== 'undefined';
  const [early] = useState(() => (isHydrating ? read() : undefined));
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    if (early !== undefined) takeNow(early);
  }, [early]);
}
