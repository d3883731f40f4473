import { useRef } from 'react';

/** A tap within this time after another one, in milliseconds, counts as the same. */
const SAME_TAP_MILLISECONDS = 700;

/** A handler that runs `act` once for two quick taps: for what must not happen twice, such as a step back in the history. */
export function useSingleTap(act: () => void): () => void {
  const tappedAt = useRef(-Infinity);
  return () => {
    const now = performance.now();
    if (now - tappedAt.current < SAME_TAP_MILLISECONDS) return;
    tappedAt.current = now;
    act();
  };
}
