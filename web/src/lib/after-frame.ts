/** How long the work waits on a hidden page, which draws no frame, in milliseconds. */
const WITHOUT_FRAME_MILLISECONDS = 1_000;

/** Runs `work` once, when the frame that the browser draws next has been painted; returns what cancels it. */
export function afterFrame(work: () => void): () => void {
  // The frame after it begins once it has been painted. A task of its own does not hold that one up.
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
