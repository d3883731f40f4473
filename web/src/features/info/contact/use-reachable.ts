import { useEffect, useState } from 'react';
import { useOnline } from '@/lib/online';

/**
 * Whether the site of this address replies at all, checked anew whenever the network is back. An iframe cannot tell: the
 * browser's own error page fires `load` like any other page, and would cover the drawn map.
 */
export function useReachable(address: string | null): boolean {
  const online = useOnline();
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || !online) return;
    const abort = new AbortController();
    fetch(new URL('/favicon.ico', address), {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      signal: abort.signal,
    }).then(
      () => setReached(address),
      () => setReached(null),
    );
    return () => {
      abort.abort();
      // A reply counts until the network is lost: a network that is back need not reach the site.
      setReached(null);
    };
  }, [address, online]);
  return online && reached !== null && reached === address;
}
