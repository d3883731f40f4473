import { Navigate } from '@tanstack/react-router';
import { useTitle } from '@/lib/title';
import { EmptyState } from '@/ui/EmptyState';
import { useMe } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import { deskTexts } from './texts';

/** Leads to the board of the venue that was shown last on this device. */
export function StartPage() {
  useTitle(deskTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  const venue = lastVenue(me.venues);
  return venue === undefined ? (
    <div className="grid flex-1 place-content-center">
      <EmptyState text={deskTexts.noVenue} />
    </div>
  ) : (
    <Navigate {...paths.board(venue)} replace />
  );
}
