import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, type Answer, type RequestBody } from './client';
import type { components } from './schema';

/** A booking with its player, money and history. */
export type Booking = components['schemas']['Booking'];
export type AttendanceState = components['schemas']['RequestedAttendance'];

export const bookingQuery = (order: string) =>
  queryOptions({
    queryKey: ['booking', order],
    queryFn: ({ signal }) => call('get', '/api/desk/bookings/{order}', { params: { order }, signal }),
    staleTime: 5_000,
  });

/**
 * Shows a booking as the answer to a write has it, unless a newer one was read before the answer came. A read that has not ended yet may
 * have begun before the write and would show the booking without it, so it is sent anew.
 */
export function showWritten(client: QueryClient, booking: Booking): void {
  const { queryKey } = bookingQuery(booking.order);
  const isReading = client.isFetching({ queryKey, exact: true }) > 0;
  client.setQueryData(queryKey, (shown) => (shown !== undefined && shown.version > booking.version ? shown : booking));
  if (isReading) void client.invalidateQueries({ queryKey, exact: true });
}

/** Marks whether the player came. `version` is the one that was on the screen: an older one is refused. */
export function putAttendance(order: string, version: number, state: AttendanceState, key: string): Promise<Booking> {
  return call('put', '/api/desk/bookings/{order}/attendance', { params: { order }, body: { state }, version, key });
}

/** The request of a booking at the desk. */
export type BookRequest = RequestBody<'post', '/api/desk/venues/{venue}/bookings'>;
/** The answer to a booking: what was booked, for whom, and until when it can be undone. */
export type Booked = Answer<'post', '/api/desk/venues/{venue}/bookings'>;

/** Books hours for a player. */
export function postBookings(venue: number, body: BookRequest, key: string): Promise<Booked> {
  return call('post', '/api/desk/venues/{venue}/bookings', { params: { venue }, body, key });
}

/** Undoes what the caller has just booked. A version that is not the newest is refused. */
export function undoBookings(
  venue: number,
  orders: { order: string; version: number }[],
  key: string,
): Promise<undefined> {
  return call('post', '/api/desk/venues/{venue}/bookings/undo', { params: { venue }, body: { orders }, key });
}
