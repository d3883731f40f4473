import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { granted } from '@/api/granted';
import type { components } from '@/api/schema';

/** What one venue has at the hour asked for. */
export type VenueAtHour = components['schemas']['VenueAtHour'];

/** Which venue has a court at one hour, over all venues. Advice only: the claim decides. */
export const freeHoursQuery = (date: string, time: string) =>
  queryOptions({
    queryKey: ['free-hours', date, time],
    queryFn: async ({ signal }) =>
      granted(await answer(api.GET('/api/free_hours', { params: { query: { date, time } }, signal }))),
    staleTime: 5_000,
    // The venues keep their order while another hour is being looked up.
    placeholderData: keepPreviousData,
  });
