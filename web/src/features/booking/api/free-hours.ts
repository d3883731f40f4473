import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { unwrapReply } from '@/api/unwrap-reply';
import type { components } from '@/api/schema';

/** The free courts of one venue at the requested hour, or why there are none. */
export type VenueAtHour = components['schemas']['VenueAtHour'];

/** The free courts of all venues at one hour. Only a snapshot: the claim decides. */
export const freeHoursQuery = (date: string, time: string) =>
  queryOptions({
    queryKey: ['free-hours', date, time],
    queryFn: async ({ signal }) =>
      unwrapReply(await answer(api.GET('/api/free_hours', { params: { query: { date, time } }, signal }))),
    staleTime: 5_000,
    // The venues keep their order while another hour is loading.
    placeholderData: keepPreviousData,
  });
