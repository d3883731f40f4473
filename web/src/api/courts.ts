import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import { granted } from './granted';

/** How often a visible screen asks again what is free while nobody tells it of changes, in milliseconds. */
export const AVAILABILITY_MILLISECONDS = 15_000;

/** The courts of one venue at one hour. Advice only: the claim decides. */
export const courtsQuery = (venue: number, date: string, time: string) =>
  queryOptions({
    queryKey: ['courts', venue, date, time],
    queryFn: async ({ signal }) =>
      granted(await answer(api.GET('/api/getcourt', { params: { query: { venue, date, time } }, signal }))).courts,
    staleTime: 5_000,
  });
