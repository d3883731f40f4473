import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type RequestBody } from '@/desk/api/client';
import type { components } from '@/desk/api/schema';

/** The opening hours of a venue. */
export type DeskHours = components['schemas']['DeskHours'];
/** A span of starts within a day, minutes of the day. */
export type Span = components['schemas']['HoursSpan'];
/** A day with hours of its own; closed if it has no spans. */
export type SpecialDay = components['schemas']['SpecialHours'];
/** What a change would do. */
export type HoursPreview = components['schemas']['HoursPreview'];
/** A change of hours. */
export type HoursChange = RequestBody<'post', '/api/desk/venues/{venue}/hours'>;

export const hoursQuery = (venue: number) =>
  queryOptions({
    queryKey: ['hours', venue],
    queryFn: ({ signal }) => call('get', '/api/desk/venues/{venue}/hours', { params: { venue }, signal }),
    staleTime: 10_000,
    // Tried without a network, too, so that the screen can say why it is empty.
    networkMode: 'offlineFirst',
  });

/** What a change would do now; without a change (null) nothing is requested. */
export const hoursPreviewQuery = (venue: number, change: HoursChange | null) =>
  queryOptions({
    queryKey: ['hours preview', venue, change],
    queryFn: ({ signal }) =>
      change === null
        ? null
        : call('post', '/api/desk/venues/{venue}/hours/preview', { params: { venue }, body: change, signal }),
    enabled: change !== null,
    staleTime: 0,
    gcTime: 0,
    // Without a change there is nothing to preview: the counts of the change before would stay.
    placeholderData: change === null ? undefined : keepPreviousData,
  });

/** The key of the mutation that publishes at a venue. */
export const hoursPublishing = (venue: number) => ['publish hours', venue];

export function publishHours(venue: number, body: HoursChange, key: string) {
  return call('post', '/api/desk/venues/{venue}/hours', { params: { venue }, body, key });
}
