import type { QueryKey } from '@tanstack/react-query';
import { appConfigQuery } from '@/api/app-config';
import { slotsQuery } from '@/api/slots';
import { venuesQuery } from '@/api/venues';
import { freeTonight } from '@/features/home/tonight';
import { tonightQuery } from '@/features/home/tonight-query';
import type { PageRequest } from './page-request';

/**
 * The answers that the page of an address needs, by their keys in the query cache. Home shows only how many courts are
 * free tonight: the months that this number comes from would be most of the page's bytes.
 */
export function seedsOf({ path, config, venues, months }: PageRequest): (readonly [QueryKey, unknown])[] {
  const seeds: (readonly [QueryKey, unknown])[] = [[appConfigQuery.queryKey, config]];
  if (venues !== null) seeds.push([venuesQuery.queryKey, venues]);
  if (path === '/') {
    seeds.push([tonightQuery.queryKey, freeTonight(months.map((month) => month.date[0]?.slots ?? []))]);
  } else {
    for (const month of months) seeds.push([slotsQuery(month.venue.venue_id).queryKey, month]);
  }
  return seeds;
}
