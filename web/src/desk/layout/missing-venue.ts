import type { Me } from '@/desk/api/me';
import { deskLayoutTexts } from './texts';

/**
 * Says why a screen shows nothing of the venue in its address, which is not one of `me.venues`: it is retired and has nothing left to
 * do, or it is not the person's, which `notOwn` says.
 */
export function missingVenueText({ past_venues }: Pick<Me, 'past_venues'>, venue: string, notOwn: string): string {
  return past_venues.some(({ id }) => String(id) === venue) ? deskLayoutTexts.retiredVenue : notOwn;
}
