import { queryOptions } from '@tanstack/react-query';
import { slotKey, type Slot } from '@/desk/lib/slots';
import { call, type Answer } from './client';

/** A later week of a weekly series, with what is free in it. */
export type SeriesWeek = Answer<'get', '/api/desk/venues/{venue}/series'>['weeks'][number];

/** What is free in the later weeks of a series that begins with these slots of a day. */
export const seriesQuery = (venue: number, day: string, slots: readonly Slot[], weeks: number) => {
  const keys = slots.map(slotKey).join(',');
  return queryOptions({
    queryKey: ['series', venue, day, keys, weeks],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/venues/{venue}/series', {
        params: { venue },
        query: { day, slots: keys, weeks: String(weeks) },
        signal,
      }),
    staleTime: 5_000,
  });
};
