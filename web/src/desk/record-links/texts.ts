import { catalogue } from '@/lib/language';

/** What leads to the lists of what happened. */
export const recordLinksTexts = catalogue('recordLinks', {
  bookingMessages: 'Messages of this booking',
  bookingAudit: 'Audit of this booking',
  playerMessages: 'Messages to this player',
  playerAudit: 'Audit of this player',
});
