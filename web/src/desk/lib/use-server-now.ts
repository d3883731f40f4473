import { startTransition, useEffect, useState } from 'react';

/**
 * The server's time in milliseconds, renewed every `step` milliseconds. `ahead` is how far the server's clock is ahead
 * of this device's, in milliseconds: a tablet's clock may be wrong by minutes. Without a board, `clockOffset()` is the
 * newest measurement.
 */
export function useServerNow(ahead: number, step: number): number {
  const [here, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => startTransition(() => setHere(Date.now())), step);
    return () => window.clearInterval(timer);
  }, [step]);
  return here + ahead;
}
