import type { KeyboardEvent } from 'react';

/** As `onKeyDown` of a form or a field: Escape calls `onClose`, and closes nothing around it. */
export function closeOnEscape(onClose: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
}
