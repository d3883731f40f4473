import { queryOptions } from '@tanstack/react-query';
import { courtKind } from '@/lib/court-kind';
import { longDay } from '@/lib/dates';
import { localEnd } from '@/lib/server-clock';
import type { CourtType } from '@/ui/CourtDrawing';
import { fetchOrderInfo, type OrderInfo } from '@/api/order-info';
import type { HeldOrder } from './court/hold-court';

/** The order of the confirm window, whichever call returned it. */
export interface OpenOrder {
  orderid: string;
  status: OrderInfo['status'];
  /** The venue ended the hold by closing its court. */
  holdClosed: boolean;
  court: string;
  courtType: CourtType;
  venue: string;
  /** Venue's area and postal address. */
  location: string;
  longLocation: string;
  date: string;
  time: string;
  /** "Sun, 22 Nov 2026 | 7:00 PM". */
  when: string;
  playMinutes: number;
  name: string;
  players: number;
  /** Rupees, before any coupon. */
  total: number;
  /** Online payment is offered to this player (spec §6). */
  mayPayOnline: boolean;
  /** Until when the booking can be cancelled: as the server returned it, and on this device's clock in milliseconds. */
  cancelBefore: string;
  cancelEndsAt: number;
  /** The venue's zone; null if it is not known any more. */
  timezone: string | null;
  /** The amount kept of a paid booking if the player cancels, in rupees. */
  bankCharge: number;
  /** End of the hold on this device's clock, in milliseconds since 1970; 0 if the order is not held any more. */
  endsAt: number;
}

/** Players per booking (spec §9); get_order_info does not return it. */
const PLAYERS = 4;

/** The open order from the reply of add_times. */
export function openOrderOfHold(order: HeldOrder): OpenOrder {
  return {
    orderid: order.orderid,
    status: 'held',
    holdClosed: false,
    court: order.court,
    courtType: courtKind(order.court_type),
    venue: order.venue,
    location: order.location,
    longLocation: order.long_location,
    date: order.date,
    time: order.time,
    when: order.infodate || `${longDay(order.date)} | ${order.time}`,
    playMinutes: order.play_minutes,
    name: order.name,
    players: order.players,
    total: order.total_amount,
    mayPayOnline: order.may_pay_online,
    ...cancellingOf(order),
    endsAt: localEnd(order.expires_at, order.server_time),
  };
}

/** The open order from the reply of get_order_info. */
export function openOrderOfInfo(order: OrderInfo): OpenOrder {
  return {
    orderid: order.orderid,
    status: order.status,
    holdClosed: order.hold_closed,
    court: order.court_number,
    courtType: courtKind(order.court_type),
    venue: order.venue,
    location: order.location,
    longLocation: order.long_location,
    date: order.date,
    time: order.time,
    when: `${longDay(order.date)} | ${order.time}`,
    playMinutes: order.play_minutes,
    name: order.name,
    players: PLAYERS,
    total: order.price,
    mayPayOnline: order.may_pay_online,
    ...cancellingOf(order),
    endsAt: order.expires_at ? localEnd(order.expires_at, order.server_time) : 0,
  };
}

function cancellingOf(order: Pick<OrderInfo, 'cancel_before' | 'timezone' | 'bank_charge' | 'server_time'>) {
  return {
    cancelBefore: order.cancel_before,
    cancelEndsAt: localEnd(order.cancel_before, order.server_time),
    timezone: order.timezone ?? null,
    bankCharge: order.bank_charge,
  };
}

/** The open order by its number. A fresh hold writes it into the cache. */
export const openOrderQuery = (orderid: string) =>
  queryOptions({
    queryKey: ['open-order', orderid],
    queryFn: async ({ signal }) => openOrderOfInfo(await fetchOrderInfo(orderid, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
