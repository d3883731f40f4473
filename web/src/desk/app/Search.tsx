import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { may, type Me } from '@/desk/api/me';
import { useOpenSearch } from '@/desk/lib/open-search';
import { shownVenue } from './shown-venue';
import { useSearchKeys } from './use-search-keys';

const load = () => import('@/desk/search/SearchLayer');
const SearchLayer = lazyPart(async () => (await load()).SearchLayer);

/** When the search is loaded, in milliseconds after the frame, so that it opens at once. */
const PREPARE_MILLISECONDS = 2_000;

/** Opens the search over any screen by its keys, and shows it. */
export function Search({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const id = shownVenue(pathname, me);
  const venue = me.venues.find((one) => one.id === id);
  const canFind = may(me, 'player.find') && venue !== undefined;
  const search = useOpenSearch();
  useSearchKeys(canFind);
  useEffect(() => {
    if (!canFind) return;
    const timer = window.setTimeout(() => void load().catch(() => {}), PREPARE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [canFind]);
  if (!canFind || search === null) return null;
  return (
    <Suspense>
      <SearchLayer me={me} venue={venue} state={search} />
    </Suspense>
  );
}
