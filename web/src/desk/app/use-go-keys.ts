import { useEffect, useEffectEvent } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { useOpenSearch } from '@/desk/lib/open-search';
import { areSingleKeysOn } from '@/desk/lib/single-keys';
import { TYPED_INTO } from './typed-into';

/** How long after `G` the key of a screen counts, in milliseconds. */
const WAIT_MILLISECONDS = 1_500;

/**
 * Opens a screen by `G` and then the screen's key, from every screen, but not from a field or a dialog, nor while single keys are
 * switched off. `go` gets the second key, and returns whether it opened a screen. It takes two keys, so that one that is pressed by
 * mistake or by speech does nothing (WCAG 2.1.4). While the search is being loaded, keys are its text.
 */
export function useGoKeys(go: (key: string) => boolean): void {
  const isSearching = useOpenSearch() !== null;
  const open = useEffectEvent((key: string) => !isSearching && go(key));
  useEffect(() => {
    let since = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!areSingleKeysOn() || hasModifier(event) || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return;
      const isSecond = event.timeStamp - since < WAIT_MILLISECONDS;
      since = event.key.toLowerCase() === 'g' ? event.timeStamp : -Infinity;
      if (!isSecond || !open(event.key.toLowerCase())) return;
      event.preventDefault();
      // The screen has keys of its own.
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
