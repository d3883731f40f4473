import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A ref for the button of a component that disappears when it is pressed: if the button has the focus then, the nearest
 * element around it that can have the focus takes it.
 */
export function useFocusAfterRemoval(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element === document.activeElement)
        element?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return button;
}
