/** Milliseconds between a refetch and the next; each pause is longer than the one before while requests keep coming. */
const SHORTEST_BREATH_MILLISECONDS = 300;
const LONGEST_BREATH_MILLISECONDS = 1_500;
/** Milliseconds without a refetch after which the next pause is short again. */
const REST_MILLISECONDS = 3_000;
/** Milliseconds of the pause after a refetch that failed. */
const AFTER_FAILURE_MILLISECONDS = 3_000;

/**
 * Serializes refetches: the first request starts one at once, and all requests during it are served by one more after a
 * pause. A refetch that fails is repeated.
 */
export function oneLookAtATime(look: () => Promise<unknown>): { ask: () => void; stop: () => void } {
  let busy = false;
  let again = false;
  let stopped = false;
  let inARow = 0;
  let endedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function go(): Promise<void> {
    busy = true;
    again = false;
    if (Date.now() - endedAt >= REST_MILLISECONDS) inARow = 0;
    let wait = Math.min(LONGEST_BREATH_MILLISECONDS, SHORTEST_BREATH_MILLISECONDS * 1.5 ** inARow);
    inARow += 1;
    try {
      await look();
    } catch {
      again = true;
      wait = AFTER_FAILURE_MILLISECONDS;
    }
    endedAt = Date.now();
    if (stopped) return;
    timer = setTimeout(() => {
      busy = false;
      if (again) void go();
    }, wait);
  }

  return {
    ask: () => {
      if (busy) again = true;
      else if (!stopped) void go();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
