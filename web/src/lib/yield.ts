/** Lets the browser paint and handle input between two pieces of work. */
export function yieldToBrowser(): Promise<void> {
  if ('scheduler' in window && 'yield' in window.scheduler) return window.scheduler.yield();
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
