import { useEffect, type RefObject } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { areSingleKeysOn } from './single-keys';
import { keepFocus } from './keep-focus';
import { pressShortcut } from './press-shortcut';

/**
 * Lets single keys press their buttons while the focus is inside `root` and not in a field (WCAG 2.1.4): a letter typed
 * elsewhere does nothing. A person who has switched them off presses buttons with Enter and Escape alone. The focus
 * stays inside `root` when its element is removed or disabled.
 */
export function useShortcuts(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || hasModifier(event) || event.repeat) return;
      const target = event.target instanceof Element ? event.target : null;
      // A dialog over the screen has keys of its own.
      if (target?.closest('input:not([type="radio"]), select, textarea, dialog')) return;
      // On a button or a link Enter presses that, on a summary it opens the details, and in a form it submits.
      if (event.key === 'Enter' && target?.closest('button, a, summary, input')) return;
      if (!/^([a-z]|[^\w\s]|Escape|Enter)$/i.test(event.key)) return;
      if (event.key.length === 1 && !areSingleKeysOn()) return;
      const isShifted = event.shiftKey && /^[a-z]$/i.test(event.key);
      const name = isShifted ? `Shift+${event.key.toUpperCase()}` : event.key;
      if (pressShortcut(name)) event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    const stop = keepFocus(element);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      stop?.();
    };
  }, [root]);
}
