import { queryOptions } from '@tanstack/react-query';
import { call, type RequestBody } from './client';
import type { components } from './schema';

export type ClosureRequest = RequestBody<'post', '/api/desk/venues/{venue}/closures'>;
export type ClosureCause = ClosureRequest['cause'];
export type RunningGames = ClosureRequest['running_games'];
export type ClosurePreview = components['schemas']['ClosurePreviewAnswer'];
export type Closure = components['schemas']['Closure'];
/** A closure with the bookings that it ended. */
export type ClosureDetails = components['schemas']['ClosureDetailsAnswer'];
export type ClosedBooking = components['schemas']['ClosedBookingInfo'];
/** A free court at an hour, with the amount that would be due or go back. */
export type ClosureChoice = components['schemas']['ClosureChoice'];
export type MoveForPlayer = RequestBody<'post', '/api/desk/offers/{order}/move'>;

/** Reads what closing courts would do now. `version` is that of the board: a new one reads the preview again. */
export const closurePreviewQuery = (venue: number, body: ClosureRequest, version: string | undefined) =>
  queryOptions({
    queryKey: ['closure preview', venue, body, version],
    queryFn: ({ signal }) =>
      call('post', '/api/desk/venues/{venue}/closures/preview', { params: { venue }, body, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const closuresQuery = (venue: number, day: string) =>
  queryOptions({
    queryKey: ['closures', venue, day],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/venues/{venue}/closures', { params: { venue }, query: { day }, signal }),
    staleTime: 0,
    gcTime: 60_000,
  });

/** How often a closure is polled, in milliseconds: no new version of the board tells how far its refunds are. */
const REFETCH_MILLISECONDS = 10_000;

/** Reads a closure with the answers of its players. */
export const closureQuery = (closure: string) =>
  queryOptions({
    queryKey: ['closure', closure],
    queryFn: ({ signal }) => call('get', '/api/desk/closures/{closure}', { params: { closure }, signal }),
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: REFETCH_MILLISECONDS,
  });

/** Reads what the player of a closed court can choose now. */
export const offerChoicesQuery = (order: string) =>
  queryOptions({
    queryKey: ['offer choices', order],
    queryFn: ({ signal }) => call('get', '/api/desk/offers/{order}/choices', { params: { order }, signal }),
    staleTime: 20_000,
    gcTime: 60_000,
  });

/** The hours of a day at a venue that the player of a closed court can choose now. */
export const offerHoursQuery = (order: string, venue: number, day: string) =>
  queryOptions({
    queryKey: ['offer hours', order, venue, day],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/offers/{order}/hours', {
        params: { order },
        query: { venue: String(venue), day },
        signal,
      }),
    staleTime: 20_000,
    gcTime: 60_000,
  });
