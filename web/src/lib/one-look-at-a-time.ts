/** Looks again are at least so far apart, in milliseconds. */
const APART_MILLISECONDS = 1_000;
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
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function go(): Promise<void> {
    busy = true;
    again = false;
    let wait = APART_MILLISECONDS;
    try {
      await look();
    } catch {
      again = true;
      wait = AFTER_FAILURE_MILLISECONDS;
    }
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
