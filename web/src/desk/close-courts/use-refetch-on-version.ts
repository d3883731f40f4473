import { useEffect, useRef } from 'react';

/** Reads a query again when the board has another version. */
export function useRefetchOnVersion(version: string | undefined, refetch: () => unknown): void {
  const seen = useRef(version);
  const read = useRef(refetch);
  useEffect(() => {
    read.current = refetch;
  });
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    read.current();
  }, [version]);
}
