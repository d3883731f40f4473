import { isAnswer } from '@/api/api-failure';
import { connectionNow, setServerAway } from '@/lib/online';
import { readStored, writeStored } from '@/lib/storage';

/** How long after a call without an answer the server is called again before it counts as away, in milliseconds. */
const DOUBT_MILLISECONDS = 2_000;
/** How long a call waits for a server that may be away, and the pause before the next one, in milliseconds. */
const PROBE_MILLISECONDS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
/** How many answers have come, so that a call can tell whether another one was answered while it waited. */
let answers = 0;

/** Records that the server has answered: it is not away. */
export function reportAnswer(): void {
  answers += 1;
  clearTimeout(timer);
  timer = undefined;
  setServerAway(false);
}

/**
 * Records the server's time in an answer, ISO 8601, and with it the difference of this device's clock. `arrivedAt` is when the
 * answer arrived, in milliseconds of this device's clock.
 */
export function noteServerTime(now: string, arrivedAt = Date.now()): void {
  const serverTime = Date.parse(now);
  if (!Number.isNaN(serverTime)) writeStored('desk_clock_offset', String(serverTime - arrivedAt));
}

/**
 * Records that a call got no answer. The server counts as away only if one more request, sent after a pause, gets none either, and
 * no other call is answered while it waits.
 */
export function reportNoAnswer(): void {
  if (timer !== undefined || connectionNow() === 'no_network') return;
  timer = setTimeout(() => void probe(), DOUBT_MILLISECONDS);
}

async function probe(): Promise<void> {
  const before = answers;
  try {
    const answer = await fetch('/api/desk/me', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MILLISECONDS) });
    if (isAnswer(answer.status)) {
      reportAnswer();
      return;
    }
  } catch {
    // No answer: the server counts as away, unless it has answered another call meanwhile.
  }
  if (answers !== before) return;
  // If there is no network, the browser says so, and that comes before this state.
  setServerAway(true);
  timer = setTimeout(() => void probe(), PROBE_MILLISECONDS);
}

/** The server's clock minus this device's, in milliseconds, as `noteServerTime` measured it last; 0 if it never did. */
export function clockOffset(): number {
  return Number(readStored('desk_clock_offset')) || 0;
}
