import { useState, type FocusEvent } from 'react';

/**
 * The attributes of a button that may become disabled while it is shown, such as that of a court which another player takes. A
 * button that is disabled loses the focus, and with it the arrow keys and the place of a screen reader, so one that has the focus
 * is disabled when that has moved on. Until then it can be pressed: its `onClick` must do nothing while `isDisabled`.
 */
export function useDisabledAfterFocus(isDisabled: boolean) {
  const [hasFocus, setHasFocus] = useState(false);
  return {
    disabled: isDisabled && !hasFocus,
    'aria-disabled': isDisabled || undefined,
    onFocus: () => setHasFocus(true),
    // If the player goes to another window, the button is still the one that gets the focus back.
    onBlur: ({ currentTarget }: FocusEvent) => setHasFocus(document.activeElement === currentTarget),
  };
}
