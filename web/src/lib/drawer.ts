import type { ReactNode } from 'react';
import { createStore, useStore } from './store';

/** What the bottom sheet shows (spec §3, drawer state). */
export interface DrawerState {
  isOpen: boolean;
  title: string;
  paragraph: string;
  content: ReactNode;
  height: string;
}

/** The specification's 50vh as `dvh`, which excludes the toolbars of a phone's browser. */
const DRAWER_HEIGHT = '50dvh';
const closed: DrawerState = { isOpen: false, title: '', paragraph: '', content: '', height: DRAWER_HEIGHT };
const store = createStore<DrawerState>(closed);

/** Opens the bottom sheet over the current screen. */
export function openDrawer(sheet: { title: string; paragraph?: string; content?: ReactNode; height?: string }): void {
  store.set({ ...closed, ...sheet, isOpen: true });
}

/** Closes the sheet and resets title, paragraph, content and height. */
export function closeDrawer(): void {
  store.set(closed);
}

/** The sheet's state, as a hook. */
export function useDrawer(): DrawerState {
  return useStore(store);
}
