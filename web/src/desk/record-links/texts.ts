import { catalogue } from '@/lib/language';

/** What leads to the lists of what happened. */
export const recordLinksTexts = catalogue('recordLinks', {
  title: 'What happened',
  text: 'What players were told, and who did what at the desk.',
  messages: 'Messages',
  audit: 'Audit',
  bookingMessages: 'Messages of this booking',
  bookingAudit: 'Audit of this booking',
  playerMessages: 'Messages to this player',
  playerAudit: 'Audit of this player',
});
