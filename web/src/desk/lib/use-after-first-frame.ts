import { startTransition, useLayoutEffect, useState } from 'react';
import { afterFrame } from '@/lib/after-frame';

/** Whether the first frame with the component has been painted. What is rendered then does not hold up other work. */
export function useAfterFirstFrame(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useLayoutEffect(() => afterFrame(() => startTransition(() => setIsAfter(true))), []);
  return isAfter;
}
