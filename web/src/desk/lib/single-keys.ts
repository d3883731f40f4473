import { readStored, writeStored } from '@/lib/storage';
import { createStore, useStore } from '@/lib/store';

const isOn = createStore(readStored('desk_single_keys') !== 'off');

/** Whether letters, digits and signs act outside of fields; each device has its own choice (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return isOn.get();
}

/** {@link areSingleKeysOn} as a hook: the component renders again when it changes. */
export function useSingleKeys(): boolean {
  return useStore(isOn);
}

/** Switches the single keys on or off, and keeps that on this device. */
export function switchSingleKeys(on: boolean): void {
  isOn.set(on);
  writeStored('desk_single_keys', on ? null : 'off');
}

/**
 * Returns a function for a button's `aria-keyshortcuts`: it returns the key, or undefined for a letter, digit or sign that is
 * switched off, which does nothing then and must not be announced.
 */
export function useShortcutName(): (key: string | undefined) => string | undefined {
  const on = useSingleKeys();
  return (key) => (on || (key !== undefined && isLongKey(key)) ? key : undefined);
}

/** Whether a key has a name of its own, such as Escape; a chord of Shift and a letter is a letter. */
function isLongKey(key: string): boolean {
  return key.replace('Shift+', '').length > 1;
}
