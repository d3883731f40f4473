import { startTransition, useLayoutEffect, useState } from 'react';

/** Whether the first frame with the component has been painted. What is rendered then does not hold up other work. */
export function useAfterFirstFrame(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The frame is painted between its callbacks and the next task.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsAfter(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isAfter;
}
