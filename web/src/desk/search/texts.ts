import { catalogue } from '@/lib/language';

/** The search over bookings and players. */
export const findTexts = catalogue('find', {
  title: 'Search',
  field: 'Phone, name or booking number',
  hint: 'The last digits of a phone or booking number, or the beginning of a name. Players are found from four digits or three letters on.',
  close: 'Close the search',
  hits: 'What was found',
  looking: 'Looking…',
  count: (count: number) => `${count} found`,
  failed: 'The search brought no answer',
  retry: 'Try again',
  offline: 'No network. The search needs the server.',
  nobodyWith: (digits: string) => `Nothing found for ${digits}.`,
  nobodyCalled: (name: string) => `Nothing found for ${name}.`,
  bookNumber: 'Book for this number',
  bookOther: 'Book for another player',
  bookFor: (name: string) => `Book for ${name}`,
  due: (amount: string) => `${amount} due`,
  paid: 'Paid',
  cancelled: 'Cancelled',
  noShow: 'No-show',
  lastGame: (day: string) => `Last game ${day}`,
  noGame: 'No game yet',
  place: (day: string, time: string, court: string) => `${day}, ${time}, ${court}`,
  noNumber: 'No number',
  today: 'Today',
});
