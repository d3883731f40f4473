import { useSyncExternalStore } from 'react';
import { createStore } from './store';

/** Whether the page knows that its server does not answer although there is a network. The desk looks for that. */
const serverAway = createStore(false);

/** Tells every part of the page whether the server does not answer. */
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

/** Why the page does not reach its server: no network, as the browser reports it, or a server that does not answer. */
export type Connection = 'open' | 'no_network' | 'no_server';

/** The connection at this moment. */
export function connectionNow(): Connection {
  if (!navigator.onLine) return 'no_network';
  return serverAway.get() ? 'no_server' : 'open';
}

/** The connection, followed. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow, () => 'open');
}

/** Whether calls can reach the server: the browser reports a network (`navigator.onLine`), and the server is not known to be away. */
export function useOnline(): boolean {
  return useConnection() === 'open';
}
