import type { AnyRouter } from '@tanstack/react-router';

/**
 * From one screen to the next the old one gives way while the new one comes from where one is going: from the right on the
 * way on, from the left on the way back (theme.css has the moves, under 200 ms). Only a change of path counts, not one of
 * the query. Where the browser cannot, or the person wants no motion, screens change at once.
 */
export function movePages(router: AnyRouter): void {
  router.startViewTransition = (show) => {
    const from = router.stores.resolvedLocation.get();
    const to = router.latestLocation;
    if (from === undefined || from.pathname === to.pathname || !motionWanted()) return show();
    const back = to.state.__TSR_index < from.state.__TSR_index;
    document.documentElement.dataset['way'] = back ? 'back' : 'on';
    const transition = document.startViewTransition(show);
    // Skipped when the tab is hidden or the next way begins meanwhile: the screen is there all the same.
    transition.ready.catch(() => {});
    return transition.updateCallbackDone;
  };
}

function motionWanted(): boolean {
  return 'startViewTransition' in document && window.matchMedia('(prefers-reduced-motion: no-preference)').matches;
}
