import { useEffect, useState } from 'react';
import { useOnline } from '@/lib/online';

/**
 * Whether the site of this address answers at all. A frame cannot tell: the browser's own error page in it loads like any
 * other, and would lie grey over the map that we draw.
 */
export function useReachable(address: string | null): boolean {
  const online = useOnline();
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || !online) return;
    const ask = new AbortController();
    fetch(new URL('/favicon.ico', address), {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      signal: ask.signal,
    }).then(
      () => setReached(address),
      () => setReached(null),
    );
    return () => ask.abort();
  }, [address, online]);
  return online && reached !== null && reached === address;
}
