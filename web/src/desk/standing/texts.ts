import { catalogue, plural } from '@/lib/language';

/** How well the venue knows a player, and why. */
export const standingTexts = catalogue('standing', {
  new: 'New',
  known: 'Known',
  regular: 'Regular',
  paysFirst: 'Pays first',
  blocked: 'Blocked',
  newWhy: 'No game played yet.',
  knownWhy: 'Has played here.',
  regularWhy: 'Five games or more.',
  paysFirstWhy: (strikes: number) =>
    plural(strikes, {
      one: `Missed ${strikes} game: pays when booking.`,
      other: `Missed ${strikes} games: pays when booking.`,
    }),
  blockedWhy: (day: string, reason: string) => `Until ${day}: ${reason}`,
  bookAllTheSame: (name: string) => `${name} is blocked. Book all the same.`,
});
