import { useEffect } from 'react';
import { createStore, useStore } from './store';

const brand = createStore('');
const page = createStore('');
/** Whether a page has named itself: until then the title that the server has drawn is the truest. */
let named = false;

/** What stands in the window's title now: the page and the operator. */
export function documentTitle(): string {
  return [page.get(), brand.get()].filter((part) => part !== '').join(' · ');
}

function show(): void {
  if (typeof document !== 'undefined') document.title = documentTitle();
}

/** The operator's name in every title; app-config brings it. */
export function setBrandTitle(name: string): void {
  brand.set(name);
  if (named) show();
}

/** Names the page: in the window's title, and to screen readers when the route changes. */
export function useTitle(title: string): void {
  // On the server nothing happens after the drawing, and the title is asked for right then.
  if (typeof document === 'undefined') page.set(title);
  useEffect(() => {
    page.set(title);
    named = true;
    show();
  }, [title]);
}

/** The current page's name, for the route announcer. */
export function usePageTitle(): string {
  return useStore(page);
}
