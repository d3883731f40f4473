import { catalogue } from '@/lib/language';

/** Requests for a court that are written down without a network. */
export const writtenTexts = catalogue('written', {
  title: 'Write it down',
  notBooked: 'Not a booking. The court is not kept: a player or another desk can still take it.',
  phone: 'Phone, if it is given',
  phoneWrong: 'Ten digits, like 98250 41736',
  name: 'Name, if it is given',
  note: 'What else to know',
  nothing: 'Write a number, a name or some words',
  tooLong: (most: number) => `At most ${most} characters`,
  save: 'Write it down',
  saved: 'Written down. It is not booked yet.',
  list: 'Written down, not booked',
  listHint: 'These are not bookings. They are kept on this device for 36 hours, or until you sign out.',
  place: (court: string, day: string, hour: string) => `${court}, ${day}, ${hour}`,
  by: (name: string, time: string) => `${name}, ${time}`,
  nobody: 'No name or number',
  over: 'This hour is over.',
  book: 'Book now',
  remove: 'Remove',
  confirmRemove: 'Remove it',
  notRemoved: 'This device could not remove it. Try again.',
  keep: 'Keep it',
});
