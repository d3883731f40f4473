import { catalogue } from '@/lib/language';

/** The texts that the lists of messages and of the audit share. */
export const recordsTexts = catalogue('records', {
  filter: 'Filter',
  filtersOn: (count: number) => (count === 1 ? '1 filter on' : `${count} filters on`),
  clear: 'Show all',
  show: 'Show',
  venue: 'Venue',
  allVenues: 'All venues',
  from: 'From',
  to: 'To',
  order: 'Booking number',
  orderHint: 'Ten digits',
  onePlayer: 'One player',
  previous: 'Row above',
  next: 'Row below',
  more: 'Show more',
  opened: (list: string) => `Opened from ${list}`,
  close: 'Close',
  retry: 'Try again',
  loading: 'Just a moment…',
  offline: 'Not connected. This list is read from the server.',
  today: 'Today',
  yesterday: 'Yesterday',
  noVenue: 'You have no venue yet. Ask an owner to give you one.',
});
