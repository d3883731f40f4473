import type { ReactNode } from 'react';
import { dayIn, longDay } from '@/lib/dates';
import type { Found } from '@/desk/api/found';
import { findTexts } from './texts';

/** Shows a player who was found: `children` is the text, with the last game below and the end of the phone beside it. */
export function PlayerLine({
  icon,
  player,
  zone,
  children,
}: {
  icon: ReactNode;
  player: Found['players'][number];
  /** The time zone of the venue. */
  zone: string;
  children: string;
}) {
  const { phone_tail, last_game } = player;
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block leading-tight font-bold wrap-anywhere">{children}</span>
        <span className="block text-small text-quiet">
          {last_game === null ? findTexts.noGame : findTexts.lastGame(longDay(dayIn(zone, new Date(last_game))))}
        </span>
      </span>
      <span className="figures shrink-0 text-small text-quiet">{tailText(phone_tail)}</span>
    </>
  );
}

/** "•••• 1736": the end of a phone number, or that the player has none. */
export function tailText(tail: string | null): string {
  return tail === null ? findTexts.noNumber : `•••• ${tail}`;
}
