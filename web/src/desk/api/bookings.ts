import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
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

/** Marks whether the player came. `version` is the one that was on the screen: an older one is refused. */
export function putAttendance(order: string, version: number, state: AttendanceState, key: string): Promise<Booking> {
  return call('put', '/api/desk/bookings/{order}/attendance', { params: { order }, body: { state }, version, key });
}
