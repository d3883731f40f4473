import { allVenuesOf, may, type Me } from '@/desk/api/me';
import { deskLayoutTexts } from './texts';

/** Says why there is no venue for what is done: each venue of the person is retired, or, as `notYet` says, they have none. */
export function noVenueText(me: Pick<Me, 'venues' | 'past_venues'>, notYet: string): string {
  return allVenuesOf(me).length === 0 ? notYet : deskLayoutTexts.allRetired;
}

/** As `noVenueText`: a person who may add a venue reads where, and anyone else whom to ask for one, as `ask` says. */
export function addVenueText(me: Me, ask: string): string {
  return noVenueText(me, may(me, 'setup.edit') ? deskLayoutTexts.addFirst : ask);
}

/**
 * Says why a screen shows nothing of the venue in its address: it is retired, or it is not one of the person's, which
 * `notOwn` says.
 */
export function missingVenueText(
  me: Pick<Me, 'venues' | 'past_venues'>,
  venue: string | undefined,
  notOwn: string,
): string {
  return allVenuesOf(me).some(({ id }) => String(id) === venue) ? deskLayoutTexts.retiredVenue : notOwn;
}
