import { useEffect } from 'react';
import { createStore, useStore } from './store';

const brand = createStore('Sideout');
const page = createStore('');

function show(): void {
  document.title = page.get() === '' ? brand.get() : `${page.get()} · ${brand.get()}`;
}

/** The operator's name in every title; app-config brings it. */
export function setBrandTitle(name: string): void {
  brand.set(name);
  show();
}

/** Names the page: in the window's title, and to screen readers when the route changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    page.set(title);
    show();
  }, [title]);
}

/** The current page's name, for the route announcer. */
export function usePageTitle(): string {
  return useStore(page);
}
