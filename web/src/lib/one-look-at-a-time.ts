/** The breath between a look and the next, in milliseconds; longer each time while the reasons do not end. */
const SHORTEST_BREATH_MILLISECONDS = 300;
const LONGEST_BREATH_MILLISECONDS = 1_500;
/** After so long without a reason the next breath is short again. */
const REST_MILLISECONDS = 3_000;
/** So long after one that failed. */
const AFTER_FAILURE_MILLISECONDS = 3_000;

/**
 * Many reasons to look, one look at a time: the first begins at once, and whatever came up while it was on its way is
 * answered by one more, after a breath. A look that fails is repeated.
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
