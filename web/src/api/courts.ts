import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import { keepRefusal } from './keep-refusal';
import { unwrapReply } from './unwrap-reply';

/** The most milliseconds between polls of availability on a visible screen while no event stream is open. */
export const AVAILABILITY_MILLISECONDS = 15_000;

/** The courts of one venue for a sport at one hour. Only a snapshot: the claim on the server decides. */
export const courtsQuery = (venue: number, date: string, time: string, sport = 1) =>
  queryOptions({
    queryKey: ['courts', venue, date, time, sport],
    queryFn: (context) =>
      keepRefusal(context, async () => {
        const query = { venue, date, time, sport };
        const { signal } = context;
        return unwrapReply(await answer(api.GET('/api/getcourt', { params: { query }, signal }))).courts;
      }),
    staleTime: 5_000,
  });
