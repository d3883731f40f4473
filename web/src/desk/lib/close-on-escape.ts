import type { KeyboardEvent } from 'react';

/** As `onKeyDown` of a form or a field: Escape calls `onClose`, and closes nothing around it. */
export function closeOnEscape(onClose: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    // While a word is composed, as in Hindi, the key ends the composition.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
}
