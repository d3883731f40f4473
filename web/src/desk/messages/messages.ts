import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/desk/api/client';
import { clockOffset } from '@/desk/api/connection';
import type { components } from '@/desk/api/schema';
import type { RecordsSearch } from '@/desk/lib/records-search';

/** A message without its words. */
export type Message = components['schemas']['MessageItem'];
/** A message with its words. */
export type OpenedMessage = Answer<'get', '/api/desk/messages/{message}'>;
/** The words of a message, and the address that it goes to. */
export type Words = components['schemas']['WordsAnswer'];

/** How long a list waits before it is read again, in milliseconds for each of its loaded pages. */
const LIST_MILLISECONDS = 20_000;
/** How often an opened message that is being sent is read at most, in milliseconds. */
const SENDING_MILLISECONDS = 2_000;

/** The messages that an address asks for, page by page, the newest first. */
export function messagesQuery({ venue, player, order, state, channel, from, to }: RecordsSearch) {
  const query = Object.fromEntries(
    Object.entries({ venue, player, order, state, channel, from, to }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  return infiniteQueryOptions({
    queryKey: ['messages', query],
    queryFn: ({ pageParam, signal }) =>
      call('get', '/api/desk/messages', {
        query: { ...query, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // All loaded pages are read again, less often if there are more of them.
    refetchInterval: ({ state: { data } }) => LIST_MILLISECONDS * (data?.pages.length ?? 1),
  });
}

/** One message with its words. */
export const messageQuery = (message: string) =>
  queryOptions({
    queryKey: ['message', message],
    queryFn: ({ signal }) => call('get', '/api/desk/messages/{message}', { params: { message }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : nextReadOf(data)),
  });

/** In how many milliseconds an opened message is read again; false if it is not. */
function nextReadOf({ message: { state, resends, tries, due_at }, resend_from }: OpenedMessage): number | false {
  if (state === 'waiting') {
    if (due_at === null || (resends > 0 && tries < 2)) return SENDING_MILLISECONDS;
    // Read when it is due, and as often as the list, which would show another state beside it. Timers cannot wait for months.
    return Math.min(LIST_MILLISECONDS, millisecondsUntil(due_at));
  }
  // Read again when the message can be sent once more, so that the button for that comes back.
  return resend_from === null ? false : millisecondsUntil(resend_from);
}

/** The milliseconds until an instant of the server's clock, but no fewer than between two reads. */
function millisecondsUntil(at: string): number {
  return Math.max(SENDING_MILLISECONDS, Date.parse(at) - clockOffset() - Date.now());
}
