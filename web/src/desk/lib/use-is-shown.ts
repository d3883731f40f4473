import { useEffect, useRef } from 'react';

/** Returns a function that says whether the component is still on the screen, for an answer that comes later. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
