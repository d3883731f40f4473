import { useEffect, useRef, type RefObject } from 'react';

/** Whether a part is still on the screen, for an answer that may come after it was closed. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
