import { catalogue } from '@/lib/language';

/** The links to the messages and the audit. */
export const recordLinksTexts = catalogue('recordLinks', {
  bookingMessages: 'Messages of this booking',
  bookingAudit: 'Audit of this booking',
  playerMessages: 'Messages to this player',
  playerAudit: 'Audit of this player',
});
