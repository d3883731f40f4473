import { useSyncExternalStore } from 'react';
import { createStore } from './store';

/** Whether the server is known not to answer although there is a network. */
const serverAway = createStore(false);

/** Sets whether the server is known not to answer. */
export function setServerAway(isAway: boolean): void {
  serverAway.set(isAway);
}

function subscribe(listener: () => void): () => void {
  const leave = serverAway.subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    leave();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the page reaches its server; if not: no network, as the browser reports it, or a server that does not answer. */
export type Connection = 'open' | 'no_network' | 'no_server';

/** The connection at this moment. */
export function connectionNow(): Connection {
  if (!navigator.onLine) return 'no_network';
  return serverAway.get() ? 'no_server' : 'open';
}

/** The connection as a hook: the component renders again when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow, () => 'open');
}

/** Whether calls can reach the server, as a hook: there is a network, and the server is not known to be away. */
export function useOnline(): boolean {
  return useConnection() === 'open';
}
