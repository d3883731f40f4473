import type { OrderInfo } from '@/api/order-info';
import { courtName } from '@/lib/court-name';
import { longDay, timeRange } from '@/lib/dates';
import { passTexts } from './texts';

/** The text about a game to share with friends. */
export interface GameToShare {
  title: string;
  /** Venue, court, day, hour and address. */
  text: string;
  /** A map link of the venue. */
  map: string | undefined;
}

/** The game without private data of the booking: no order number, name, amount or code. */
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

/** Text and map link joined. */
export function asOneText({ text, map }: GameToShare): string {
  return map === undefined ? text : `${text}\n${map}`;
}

/** A link that opens WhatsApp with the text, on phones and computers. */
export function whatsAppLink(game: GameToShare): string {
  return `https://wa.me/?text=${encodeURIComponent(asOneText(game))}`;
}
