import { useRef, useState } from 'react';

/**
 * Wraps work on this device that must not run twice at once, such as saving a picture; calls of the server are
 * mutations (api/use-single-mutation.ts). A second tap while the first runs is dropped: a ref decides in the same
 * tick, because the rendered state changes a frame later.
 */
export function useSingleFlight<A extends unknown[]>(
  work: (...args: A) => Promise<void>,
): [run: (...args: A) => Promise<void>, running: boolean] {
  const inFlight = useRef(false);
  const [running, setRunning] = useState(false);
  async function run(...args: A): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setRunning(true);
    try {
      await work(...args);
    } finally {
      inFlight.current = false;
      setRunning(false);
    }
  }
  return [run, running];
}
