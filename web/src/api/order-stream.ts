import { followStream } from './follow-stream';
import type { StreamEvent } from './read-events';

type Listener = (event: StreamEvent) => void;

const listeners = new Set<Listener>();
let leave: (() => void) | null = null;
let open = false;

/**
 * Calls the listener on changes of the player's own orders, when the stream begins and when it has missed some, until the
 * returned function is called. All listeners of this tab share one stream, because a browser limits the connections to one server.
 */
export function followOrders(listener: Listener): () => void {
  // A wrapper, so that two screens can register the same function.
  const own: Listener = (event) => listener(event);
  listeners.add(own);
  // The stream does not repeat earlier changes: the listener gets the same "open" event as at the beginning of the
  // stream.
  if (open) own({ name: 'open', data: '{}' });
  leave ??= followStream(
    '/api/user/order_events',
    {},
    {
      onEvent: (event) => {
        for (const each of listeners) each(event);
      },
      onOpen: (isOpen) => {
        open = isOpen;
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
