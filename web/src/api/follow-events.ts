import { EventReader, type StreamEvent } from './read-events';

/** Milliseconds without any bytes, keep-alives included, after which the connection counts as lost. */
const SILENCE_MILLISECONDS = 45_000;
/**
 * Milliseconds of the first pause after a failure at most; each further pause may be twice as long, up to the longest. A
 * pause lasts at least half of its most; longer if the server's `retry-after` says so, and only until the network returns.
 */
const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A stream that ends or breaks at least this many milliseconds after its request is reopened after a short pause. */
const LONG_LIVED_MILLISECONDS = 5_000;
/** The bounds of the short pause, in milliseconds. */
const SHORT_PAUSE_MILLISECONDS = { least: 300, most: 1_000 };

export interface StreamHandlers {
  onEvent: (event: StreamEvent) => void;
  /**
   * Called with true at the first bytes of the stream, and with false when it closes or a try to open it failed, but not
   * when it is stopped.
   */
  onOpen: (open: boolean) => void;
}

/**
 * Reads the stream of events that `request` opens until the returned function is called. It reconnects when the stream
 * ends or breaks, after a random pause, because a server that stops ends the streams of all clients at once. It gives
 * up only if the server answers 200 with something other than a stream. It uses `fetch` because `EventSource` cannot
 * send headers and does not tell the status of a refusal.
 */
export function followEvents(
  request: (signal: AbortSignal) => Promise<Response>,
  { onEvent, onOpen }: StreamHandlers,
): () => void {
  const stop = new AbortController();
  void (async () => {
    for (let failures = 0; !stop.signal.aborted;) {
      const began = Date.now();
      const end = await readStream(request, { onEvent, onOpen }, stop.signal);
      if (stop.signal.aborted) return;
      onOpen(false);
      if (end.refused) return;
      const wasLongLived = end.opened && Date.now() - began >= LONG_LIVED_MILLISECONDS;
      failures = wasLongLived ? 0 : failures + 1;
      await rest(wasLongLived ? shortPause() : pauseAfter(failures, end.retryAfter), stop.signal);
    }
  })();
  return () => stop.abort();
}

interface StreamEnd {
  opened: boolean;
  /** The server replied with 200 but without a stream. */
  refused: boolean;
  /** Seconds to wait as sent in `retry-after`; 0 if absent. */
  retryAfter: number;
}

async function readStream(
  request: (signal: AbortSignal) => Promise<Response>,
  { onEvent, onOpen }: StreamHandlers,
  stopped: AbortSignal,
): Promise<StreamEnd> {
  const end: StreamEnd = { opened: false, refused: false, retryAfter: 0 };
  const silence = new AbortController();
  let timer = 0;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  };
  try {
    restartTimer();
    const response = await request(AbortSignal.any([stopped, silence.signal]));
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || response.body === null) {
      end.refused = response.ok;
      end.retryAfter = Number(response.headers.get('retry-after')) || 0;
      await response.body?.cancel();
      return end;
    }
    const events = new EventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      restartTimer();
      if (!end.opened) onOpen(true);
      end.opened = true;
      for (const event of events.take(piece.value)) {
        if (!stopped.aborted) onEvent(event);
      }
    }
  } catch {
    // No network, a broken connection, or an abort: the caller reconnects unless it was stopped.
  } finally {
    clearTimeout(timer);
  }
  return end;
}

function shortPause(): number {
  const { least, most } = SHORT_PAUSE_MILLISECONDS;
  return least + Math.random() * (most - least);
}

function pauseAfter(failures: number, retryAfter: number): number {
  const grown = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (failures - 1));
  return Math.max(grown * (0.5 + Math.random() / 2), retryAfter * 1_000);
}

/** Resolves after this many milliseconds, when the network returns, or when the stream is stopped. */
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
