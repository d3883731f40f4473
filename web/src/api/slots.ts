import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import { keepRefusal } from './keep-refusal';
import { unwrapReply } from './unwrap-reply';

/** Days, hours and prices of one venue. They become stale quickly: only a hold decides whether an hour is still free. */
export const slotsQuery = (venue: number, sport = 1) =>
  queryOptions({
    queryKey: ['slots', venue, sport],
    queryFn: (context) =>
      keepRefusal(context, async () => {
        const { signal } = context;
        return unwrapReply(await answer(api.GET('/api/gettimeslots', { params: { query: { venue, sport } }, signal })));
      }),
    staleTime: 15_000,
  });
