import type { Me } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';

/** The venue of the screen that is shown, if the person works there; else their `lastVenue`. */
export function shownVenue(pathname: string, { venues }: Pick<Me, 'venues'>): number | undefined {
  const [, shown] = /^\/v\/(\d+)\//.exec(pathname) ?? [];
  return venues.find(({ id }) => String(id) === shown)?.id ?? lastVenue(venues);
}
