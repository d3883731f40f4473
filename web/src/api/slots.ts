import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';

/** Days, hours and prices of one venue. Advice only: the claim decides, so it grows old quickly. */
export const slotsQuery = (venue: number, sport = 1) =>
  queryOptions({
    queryKey: ['slots', venue, sport],
    queryFn: ({ signal }) => answer(api.GET('/api/gettimeslots', { params: { query: { venue, sport } }, signal })),
    staleTime: 15_000,
  });
