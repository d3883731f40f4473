import { catalogue, plural } from '@/lib/language';

/** The printed day of a venue. */
export const printTexts = catalogue('print', {
  title: 'Print the day',
  print: 'Print',
  back: 'Back to the board',
  asOf: (time: string) => `As of ${time}`,
  hours: (from: string, to: string) => `${from} to ${to}`,
  court: 'Court',
  paid: 'paid',
  noNumber: 'No number',
  due: (amount: string) => `${amount} due`,
  arrived: 'here',
  absent: 'not here',
  booking: 'being booked',
  summary: (bookings: number, due: string) =>
    plural(bookings, { one: `${bookings} booking, ${due} due`, other: `${bookings} bookings, ${due} due` }),
  sheet: (number: number, of: number) => `Sheet ${number} of ${of}`,
  loading: 'Loading the day…',
  failed: 'The day did not load',
  retry: 'Try again',
  noVenue: 'This is not one of your venues.',
  closed: 'The venue is closed on this day.',
});
