import { useLayoutEffect, useRef, type RefObject } from 'react';
import { afterFrame } from '@/lib/after-frame';
import type { PanelContent } from './use-focus-around';

/**
 * Returns a function that closes the panel inside `frame` in two steps: the next frame is drawn without the panel, and `close` is
 * called after it, which removes the panel. To remove it first takes so long that the key or press would seem to do nothing.
 */
export function useCloseAfterFrame(
  frame: RefObject<HTMLElement | null>,
  { open, book, mode }: PanelContent,
  close: () => void,
): () => void {
  const cancel = useRef<(() => void) | null>(null);
  // What is opened before the frame stays open.
  useLayoutEffect(() => {
    const element = frame.current;
    return () => {
      cancel.current?.();
      cancel.current = null;
      element?.removeAttribute('data-closing');
    };
  }, [frame, open, book, mode]);
  return () => {
    if (cancel.current !== null) return;
    frame.current?.setAttribute('data-closing', '');
    cancel.current = afterFrame(() => {
      cancel.current = null;
      close();
    });
  };
}
