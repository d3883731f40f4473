import { followStream } from './follow-stream';
import type { StreamEvent } from './read-events';

type Listener = (event: StreamEvent) => void;

const listeners = new Set<Listener>();
let leave: (() => void) | null = null;
let open = false;

/**
 * Hears of changes of the player's own orders until the returned function is called. All who listen in this tab share one
 * stream: a browser has few connections to one server.
 */
export function followOrders(listener: Listener): () => void {
  // One function may listen for two screens.
  const own: Listener = (event) => listener(event);
  listeners.add(own);
  // What changed before this one listened it has to look for, as at the beginning of the stream.
  if (open) own({ name: 'open', data: '{}' });
  leave ??= followStream(
    '/api/user/order_events',
    {},
    {
      onEvent: (event) => {
        for (const each of listeners) each(event);
      },
      onOpen: (stands) => {
        open = stands;
      },
    },
  );
  return () => {
    listeners.delete(own);
    if (listeners.size > 0) return;
    leave?.();
    leave = null;
    open = false;
  };
}
