/** How long the work waits on a hidden page, which draws no frame, in milliseconds. */
const WITHOUT_FRAME_MILLISECONDS = 1_000;

/**
 * Runs `work` once, when the frame that the browser draws next has been painted, or after a second without one; the
 * returned function cancels it.
 */
export function afterFrame(work: () => void): () => void {
  // The second frame begins once the first has been painted. The work is a task of its own, so that it does not delay the
  // second.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(work);
    });
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    work();
  }, WITHOUT_FRAME_MILLISECONDS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
