import { catalogue } from '@/lib/language';

/** The keys of the desk, and the switch that turns off those of one letter. */
export const shortcutTexts = catalogue('shortcut', {
  title: 'Keys',
  show: 'Show all keys',
  single: 'Single-letter keys',
  hint: 'Letters, digits and signs act at once, outside of fields. If they are off, use Tab, the arrows, Enter and Escape. This device remembers it.',
  find: 'Find a booking or a player',
  digit: 'a digit',
  open: 'Open a booking, or book a free hour',
  walkIn: 'Walk-in',
  now: 'Go to now',
  days: 'Day before, day after',
  checkIn: 'Check in',
  absent: 'Not here',
  note: 'Note',
  cancel: 'Cancel the booking',
  move: 'Move',
  longer: 'An hour longer',
  shorter: 'An hour shorter',
  tenders: 'Cash, UPI, card',
  split: 'Split the amount',
  undo: 'Undo',
  screens: 'Board, check-in, money, players',
  records: 'Row below, row above, filters of a list',
  lock: 'Lock this device',
  keys: 'These keys',
});
