import type { KeyboardEvent } from 'react';

/**
 * As `onKeyDown` of a field, or of a form around which no button takes Escape: Escape calls `onClose`, and closes
 * nothing around it. In a panel that closes at Escape, use it as `onKeyDownCapture` of the form, which comes first.
 */
export function closeOnEscape(onClose: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    // While a word is composed, as in Hindi, the key ends the composition.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
}
