/** Milliseconds between a refetch and the next: the pauses grow from the shortest to the longest while requests keep coming. */
const SHORTEST_PAUSE_MILLISECONDS = 300;
const LONGEST_PAUSE_MILLISECONDS = 1_500;
/** Milliseconds without a refetch after which the next pause is short again. */
const IDLE_MILLISECONDS = 3_000;
/** Milliseconds of the pause after a refetch that failed. */
const AFTER_FAILURE_MILLISECONDS = 3_000;

/**
 * Serializes refetches: the first request starts one at once, and all requests during it and the pause after it are served
 * by one more after that pause. A refetch that fails is repeated.
 */
export function serializedRefetch(refetch: () => Promise<unknown>): { request: () => void; stop: () => void } {
  let isBusy = false;
  let again = false;
  let stopped = false;
  let inARow = 0;
  let endedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    isBusy = true;
    again = false;
    if (Date.now() - endedAt >= IDLE_MILLISECONDS) inARow = 0;
    let wait = Math.min(LONGEST_PAUSE_MILLISECONDS, SHORTEST_PAUSE_MILLISECONDS * 1.5 ** inARow);
    inARow += 1;
    try {
      await refetch();
    } catch {
      again = true;
      wait = AFTER_FAILURE_MILLISECONDS;
    }
    endedAt = Date.now();
    if (stopped) return;
    timer = setTimeout(() => {
      isBusy = false;
      if (again) void run();
    }, wait);
  }

  return {
    request: () => {
      if (isBusy) again = true;
      else if (!stopped) void run();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
