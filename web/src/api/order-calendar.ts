import { api, answer } from './client';

/** A booking as a file for the player's calendar (RFC 5545), made by the server. */
export async function fetchOrderCalendar(orderid: string): Promise<Blob> {
  const text = await answer(api.GET('/api/user/order_calendar', { params: { query: { orderid } } }));
  return new Blob([text], { type: 'text/calendar;charset=utf-8' });
}
