import { forgetApiKey } from './api-key';
import { address, headersFor } from './client';
import { EventReader, type StreamEvent } from './read-events';

/** A server that says nothing for so long, not even that it is still there, is taken for gone, in milliseconds. */
const SILENCE_MILLISECONDS = 45_000;
/** The first pause after a failure; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A stream that lived so long has ended in good order, and is asked for again at once. */
const PROPER_LIFE_MILLISECONDS = 5_000;

export interface Following {
  onEvent: (event: StreamEvent) => void;
  /** Whether the stream stands; while it does not, changes are not heard. */
  onOpen: (open: boolean) => void;
}

/**
 * Follows a stream of events until the returned function is called: asks again when it ends or breaks, after growing
 * pauses (a little different for everybody, so that a server that comes back is not run over), and gives up only when the
 * server refuses in words. Read by `fetch` because `EventSource` cannot send the headers that every call carries.
 */
export function followStream(
  path: string,
  query: Record<string, string | number>,
  { onEvent, onOpen }: Following,
): () => void {
  const stop = new AbortController();
  void (async () => {
    for (let failures = 0; !stop.signal.aborted;) {
      const began = Date.now();
      const end = await readStream(path, query, { onEvent, onOpen }, stop.signal);
      if (stop.signal.aborted) return;
      onOpen(false);
      if (end.refused) return;
      const proper = Date.now() - began >= PROPER_LIFE_MILLISECONDS && end.opened;
      failures = proper ? 0 : failures + 1;
      await rest(proper ? 300 : pauseAfter(failures, end.retryAfter), stop.signal);
    }
  })();
  return () => stop.abort();
}

interface StreamEnd {
  opened: boolean;
  /** The server understood and said no. */
  refused: boolean;
  /** Seconds to wait, when the server said so. */
  retryAfter: number;
}

async function readStream(
  path: string,
  query: Record<string, string | number>,
  { onEvent, onOpen }: Following,
  stopped: AbortSignal,
): Promise<StreamEnd> {
  const end: StreamEnd = { opened: false, refused: false, retryAfter: 0 };
  const silence = new AbortController();
  let timer = 0;
  const heard = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  };
  try {
    heard();
    const headers = await headersFor(path);
    const signal = AbortSignal.any([stopped, silence.signal]);
    const response = await fetch(address(path, query), { headers, signal, cache: 'no-store' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || response.body === null) {
      if (response.status === 401) forgetApiKey();
      end.refused = response.ok;
      end.retryAfter = Number(response.headers.get('retry-after')) || 0;
      await response.body?.cancel();
      return end;
    }
    const events = new EventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      heard();
      if (!end.opened) onOpen(true);
      end.opened = true;
      for (const event of events.take(piece.value)) {
        if (!stopped.aborted) onEvent(event);
      }
    }
  } catch {
    // No network, a broken line, or we have stopped: the caller asks again if anybody still wants to know.
  } finally {
    clearTimeout(timer);
  }
  return end;
}

function pauseAfter(failures: number, retryAfter: number): number {
  const grown = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (failures - 1));
  return Math.max(grown * (0.5 + Math.random() / 2), retryAfter * 1_000);
}

/** Ready after so long, when the network comes back, or when nobody waits any more. */
function rest(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      stopped.removeEventListener('abort', done);
      resolve();
    }
    window.addEventListener('online', done);
    stopped.addEventListener('abort', done);
  });
}
