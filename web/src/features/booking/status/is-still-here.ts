import { paths } from '@/lib/paths';

/**
 * Whether the player is still on the status page. One who is leaving for a screen that is still loading must not be
 * brought back.
 */
export function isStillHere(router: { latestLocation: { pathname: string } }): boolean {
  return router.latestLocation.pathname === paths.bookingStatus().to;
}
