import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from './api-failure';
import { answer, api } from './client';

/** Days, hours and prices of one venue. They become stale quickly: only a hold decides whether an hour is still free. */
export const slotsQuery = (venue: number, sport = 1) =>
  queryOptions({
    queryKey: ['slots', venue, sport],
    queryFn: async ({ signal }) => {
      const reply = await answer(api.GET('/api/gettimeslots', { params: { query: { venue, sport } }, signal }));
      // A refusal (no such venue) has the same status as a list.
      if (!('date' in reply)) throw new ApiFailure(200, reply.code, reply.message);
      return reply;
    },
    staleTime: 15_000,
  });
