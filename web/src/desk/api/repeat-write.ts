import { ApiFailure } from '@/api/api-failure';
import { pause } from '@/lib/pause';
import { failureAfterLost, isOutcomeUnknown } from './problem';
import { endedSessions } from './signed-out';

/** Attempts with the same key after a lost answer. */
const ATTEMPTS = 2;
/** The pause before the first repetition, in milliseconds; each later one is twice as long. */
const PAUSE_MILLISECONDS = 1_000;

/**
 * Whether a write that was repeated `count` times is repeated again with the same key. It is not if the server did not
 * take the call that repeated it (status 4xx), nor without a network.
 */
export function shouldRepeat(count: number, cause: unknown): boolean {
  const isOfCaller = cause instanceof ApiFailure && cause.status >= 400 && cause.status < 500;
  return count < ATTEMPTS && isOutcomeUnknown(cause) && !isOfCaller && navigator.onLine;
}

/**
 * Calls `write` with a new Idempotency-Key, and again with the same key after a lost answer, as long as `shouldRepeat` and `isWanted`
 * say so and the session lasts.
 */
export async function repeatWrite<Data>(
  write: (key: string) => Promise<Data>,
  isWanted: () => boolean = () => true,
): Promise<Data> {
  const key = crypto.randomUUID();
  const begunAt = endedSessions();
  for (let count = 0; ; count += 1) {
    try {
      return await write(key);
    } catch (failure) {
      // Each repetition follows a lost answer.
      const cause = count === 0 ? failure : failureAfterLost(failure);
      if (!shouldRepeat(count, cause)) throw cause;
      await pause(PAUSE_MILLISECONDS * 2 ** count);
      // The next person at this device must not repeat it in their name.
      if (!isWanted() || begunAt !== endedSessions()) throw cause;
    }
  }
}
