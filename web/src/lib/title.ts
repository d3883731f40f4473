import { useEffect } from 'react';
import { createStore, useStore } from './store';

const brand = createStore('');
const page = createStore('');
/** Whether a screen has set its title: until then the title from the server stays. */
let isTitleSet = false;

/** The window's title: the page and the operator. */
export function documentTitle(): string {
  return [page.get(), brand.get()].filter((part) => part !== '').join(' · ');
}

function show(): void {
  if (typeof document !== 'undefined') document.title = documentTitle();
}

/** Sets the operator's name, which is part of every title. */
export function setBrandTitle(name: string): void {
  brand.set(name);
  if (isTitleSet) show();
}

/** Sets the page's title, in the window and for {@link usePageTitle}. */
export function useTitle(title: string): void {
  // The server runs no effects and reads the title right after rendering.
  if (typeof document === 'undefined') page.set(title);
  useEffect(() => {
    page.set(title);
    isTitleSet = true;
    show();
  }, [title]);
}

/** The current page's title. */
export function usePageTitle(): string {
  return useStore(page);
}
