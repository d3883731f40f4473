import type { AnyRouter } from '@tanstack/react-router';

/**
 * Animates screen changes: the new screen enters from the right when going on and from the left when going back
 * (theme.css has the animations). Only a change of path is animated, not one of the query. Without
 * browser support, or with reduced motion, screens change at once.
 */
export function animateScreenChanges(router: AnyRouter): void {
  router.startViewTransition = (show) => {
    const from = router.stores.resolvedLocation.get();
    const to = router.latestLocation;
    if (from === undefined || from.pathname === to.pathname || !isMotionWanted()) return show();
    const back = to.state.__TSR_index < from.state.__TSR_index;
    document.documentElement.dataset['way'] = back ? 'back' : 'on';
    const transition = document.startViewTransition(show);
    // Rejects if the tab is hidden or the next navigation begins meanwhile: the screen is still rendered.
    transition.ready.catch(() => {});
    return transition.updateCallbackDone;
  };
}

function isMotionWanted(): boolean {
  return 'startViewTransition' in document && window.matchMedia('(prefers-reduced-motion: no-preference)').matches;
}
