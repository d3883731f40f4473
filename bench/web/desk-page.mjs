// Functions that run in a page of the desk and measure it by the browser's own clock.

/**
 * Runs before the scripts of the page: once the first cell of the board's grid has been painted, writes
 * `board painted at` and the milliseconds since the visit began into the console: to ask the page would be work for
 * it.
 */
export function watchBoard() {
  const look = () => {
    // The rows that stand for a board while it loads are no cells.
    if (document.querySelector('[role="grid"] [role="gridcell"]') === null) requestAnimationFrame(look);
    // This frame paints the cell, and the next one begins after it.
    else requestAnimationFrame(() => console.info(`board painted at ${performance.now()}`));
  };
  requestAnimationFrame(look);
}

/** Runs before the scripts of the page: collects the longest event of each interaction in `interactions`. */
export function watchInteractions() {
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries()) {
      if (interactionId === 0) continue;
      const longest = window.interactions.get(interactionId);
      if (longest === undefined || longest.duration < duration) window.interactions.set(interactionId, { duration, name });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/** Collects the milliseconds between frames in `frameTimes` until `stopFrames` is called. */
export function watchFrames() {
  const times = [];
  window.frameTimes = times;
  let isOn = true;
  window.stopFrames = () => (isOn = false);
  let before = null;
  const step = (now) => {
    if (!isOn) return;
    if (before !== null) times.push(now - before);
    before = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/**
 * Runs before the scripts of the page: stores how many milliseconds after the last key of a pass its result has been
 * painted, in `resultAfter`. Escape begins anew.
 */
export function watchScanResult() {
  let lastKey = null;
  const look = () => {
    if (document.querySelector('[data-outcome]') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => (window.resultAfter = performance.now() - lastKey));
  };
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      const isFirst = lastKey === null;
      lastKey = key === 'Escape' ? null : timeStamp;
      if (key === 'Escape') window.resultAfter = undefined;
      else if (isFirst) requestAnimationFrame(look);
    },
    // Before the page's own listener for scanners, which may stop a key.
    { capture: true },
  );
}
