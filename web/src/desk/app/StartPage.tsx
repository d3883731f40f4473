import { Navigate } from '@tanstack/react-router';
import { useMe } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';

/** Opens the board of the `lastVenue` of the person. A person without a venue gets the set-up instead. */
export function StartPage() {
  const me = useMe();
  if (me === undefined) return null;
  const venue = lastVenue(me.venues);
  return <Navigate {...(venue === undefined ? paths.setUp() : paths.board(venue))} replace />;
}
