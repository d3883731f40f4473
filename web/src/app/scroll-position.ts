import type { AnyRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';

/** Scrolls to the top on every route change (spec §2), before the new screen is painted. */
export function useScrollToTop(pathname: string): void {
  const first = useRef(true);
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
  }, [pathname]);
}

/**
 * Keeps the router from scrolling. It would scroll to the top after each navigation, also when a page from the server
 * is hydrated and when the browser's back closes a window.
 */
export const routerScrolling = { scrollRestoration: () => false };

/** Scrolls to the section that the address names, and leaves all other positions to the browser. */
export function scrollToSections(router: AnyRouter): void {
  // The router sets `manual`, with which a reload or the way back from a section would lose the position.
  const leaveToBrowser = () => {
    window.history.scrollRestoration = 'auto';
  };
  leaveToBrowser();
  // The router also sets it on a page that the browser kept and shows again.
  window.addEventListener('pageshow', leaveToBrowser);
  router.subscribe('onRendered', ({ toLocation: { hash } }) => {
    leaveToBrowser();
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  });
}
