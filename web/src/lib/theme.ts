import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** What a player, or a member of staff at the desk, chose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const store = createStore<Theme>(restore(), 'system');

function restore(): Theme {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies and stores a theme; boot.js reads the same key. */
export function chooseTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  store.set(theme);
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useStore(store);
}
