import type { Booked } from '@/desk/api/bookings';
import { readTyped } from '@/desk/lib/typed-player';

/**
 * Whether a booking is for the player of a request that was written down, and not for another caller whose booking was made
 * in its panel. `requested` is the text that the request put into the player's field, a number or a name, and `text` the one
 * that was there when the booking was sent. A request with neither is for the player who is booked.
 */
export function isForRequest(requested: string, text: string, { name, phone }: Booked['player']): boolean {
  const wanted = readTyped(requested);
  if (wanted.kind === 'nothing') return true;
  return [text, wanted.kind === 'digits' ? (phone ?? '') : name].some((one) => isSame(one, requested));
}

function isSame(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** A number as its digits, and a name in small letters. */
function plain(text: string): string {
  const typed = readTyped(text);
  if (typed.kind === 'digits') return typed.digits;
  return typed.kind === 'letters' ? typed.letters.toLowerCase() : '';
}
