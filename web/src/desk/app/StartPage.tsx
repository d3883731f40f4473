import { Navigate } from '@tanstack/react-router';
import { useTitle } from '@/lib/title';
import { EmptyState } from '@/ui/EmptyState';
import { may, useMe } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import { deskTexts } from './texts';

/** Leads to the board of the venue that was shown last on this device, or an owner of none to the form of the first one. */
export function StartPage() {
  useTitle(deskTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  const venue = lastVenue(me.venues);
  if (venue !== undefined) return <Navigate {...paths.board(venue)} replace />;
  if (may(me, 'setup.edit')) return <Navigate {...paths.venues()} replace />;
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState text={deskTexts.noVenue} />
    </div>
  );
}
