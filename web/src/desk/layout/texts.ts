import { catalogue } from '@/lib/language';

/** The head of a screen. */
export const deskLayoutTexts = catalogue('deskLayout', {
  venue: 'Venue',
  retired: 'Retired',
  retiredVenue: 'This venue is retired. An owner can bring it back under Set-up.',
  allRetired: 'Each venue of yours is retired. An owner can bring it back under Set-up.',
  addFirst: 'There is no venue yet. Add the first one under Set-up.',
  today: 'Today',
  pickDay: 'Choose a day',
  live: 'Live',
  polling: (seconds: number) => `Checking every ${seconds} s`,
  offline: 'No network',
  asOf: (time: string) => `as of ${time}`,
});
