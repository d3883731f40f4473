import type { OrderInfo } from '@/api/order-info';
import { courtName } from '@/lib/court-name';
import { longDay, timeRange } from '@/lib/dates';
import { passTexts } from '../texts';

/** What friends are told of a game. */
export interface GameToShare {
  title: string;
  /** Venue, court, day, hour and address. */
  text: string;
  /** Where it is. */
  map: string | undefined;
}

/** The game without anything that belongs to the booking: no order number, no name, no amount, no code. */
export function gameToShare(order: OrderInfo, map: string | undefined): GameToShare {
  const when = `${longDay(order.date)}, ${timeRange(order.time, order.play_minutes)}`;
  return {
    title: passTexts.shareTitle(order.venue),
    text: [passTexts.shareTitle(order.venue), `${courtName(order.court_number)} · ${when}`, order.long_location].join(
      '\n',
    ),
    map,
  };
}

/** The same as one text. */
export function asOneText({ text, map }: GameToShare): string {
  return map === undefined ? text : `${text}\n${map}`;
}

/** A link that opens WhatsApp with the text, on phones and computers. */
export function whatsAppLink(game: GameToShare): string {
  return `https://wa.me/?text=${encodeURIComponent(asOneText(game))}`;
}
