import { Navigate } from '@tanstack/react-router';
import { useMe } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';

/**
 * Leads to the board of the venue that was shown last on this device; who works at none, to the venues, where an owner adds the first one
 * and the others read who can give them one.
 */
export function StartPage() {
  const me = useMe();
  if (me === undefined) return null;
  const venue = lastVenue(me.venues);
  return <Navigate {...(venue === undefined ? paths.venues() : paths.board(venue))} replace />;
}
