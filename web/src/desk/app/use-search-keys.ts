import { useEffect, useEffectEvent } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import { changeSearch, closeSearch, openSearch, useOpenSearch } from '@/desk/lib/open-search';
import { areSingleKeysOn } from '@/desk/lib/single-keys';
import { TYPED_INTO } from './typed-into';

/**
 * Opens the search by `/` or a digit from every screen, but not from a field or a dialog, nor while single keys are switched off;
 * the digit is the first character of the search. A booking form and elements with `data-own-digits` keep their digits.
 * What is typed before the search is on the screen is not lost. Does nothing while `isOn` is false.
 */
export function useSearchKeys(isOn: boolean): void {
  const search = useOpenSearch();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || hasModifier(event) || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest(TYPED_INTO) !== null) return;
    if (search === null) {
      const isDigit = /^\d$/.test(event.key);
      if (!areSingleKeysOn() || event.repeat || (event.key !== '/' && !isDigit)) return;
      if (isDigit && document.querySelector('form[data-book-form], [data-own-digits] :focus') !== null) return;
      event.preventDefault();
      openSearch(isDigit ? event.key : '');
      return;
    }
    // The search is being loaded and has no field yet.
    if (event.key === 'Escape') closeSearch();
    else if (event.key === 'Enter') changeSearch((before) => ({ ...before, isEntered: before.text !== '' }));
    else if (event.key === 'Backspace') changeSearch((before) => ({ ...before, text: before.text.slice(0, -1) }));
    else if (event.key.length === 1) changeSearch((before) => ({ ...before, text: before.text + event.key }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
