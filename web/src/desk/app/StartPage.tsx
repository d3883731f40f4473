import { Navigate } from '@tanstack/react-router';
import { useMe } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';

/**
 * Leads to the board of the venue that was shown last on this device; who works at none, to the set-up, where an owner reads the first
 * steps and the others who can give them a venue.
 */
export function StartPage() {
  const me = useMe();
  if (me === undefined) return null;
  const venue = lastVenue(me.venues);
  return <Navigate {...(venue === undefined ? paths.setUp() : paths.board(venue))} replace />;
}
