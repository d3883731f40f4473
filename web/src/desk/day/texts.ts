import { catalogue } from '@/lib/language';

/** The buttons that go from one day to another, and the hours of a day. */
export const dayTexts = catalogue('day', {
  before: 'Day before',
  after: 'Day after',
  hoursFromTo: (from: string, to: string) => `${from} to ${to}`,
});

/** The texts of a cell of the board, on the screen and for a screen reader. */
export const cellTexts = catalogue('cell', {
  due: (amount: string) => `${amount} due`,
  paid: 'Paid',
  paidFirstVisit: 'Paid, first visit',
  newPlayer: 'New',
  paidPart: (amount: string) => `${amount} paid`,
  herePaid: (time: string) => `Here ${time}, paid`,
  hereDue: (time: string, amount: string) => `Here ${time}, ${amount} due`,
  /** The texts of narrow bars, which have no room for the time; the amount is due. */
  herePaidShort: 'Here, paid',
  hereDueShort: (amount: string) => `Here, ${amount}`,
  onCourt: 'On court',
  late: (minutes: number) => `${minutes} min late`,
  unmarked: 'Not marked',
  played: 'Played',
  playedDue: (amount: string) => `${amount} due`,
  noShow: 'No-show',
  cancelled: 'Cancelled',
  freeNow: 'Free now',
  confirming: 'A player is booking',
  paying: 'Paying online',
  left: (time: string) => `${time} left`,
  booking: (name: string) => `${name} is booking`,
  youBook: 'You are booking',
  book: 'Book',
  notHeld: 'Not held',
  closedUntil: (hour: string) => `Closed to ${hour}`,
  waiting: 'Waiting for answer',
  /** The text of a narrow bar instead of `waiting`. */
  noAnswer: 'No answer',
  called: 'Called',
  movedTo: (where: string) => `Moved to ${where}`,
  toCourt: (court: string) => `To ${court}`,
  moneyBack: 'Money back',
  part: (number: number, of: number) => `${number} of ${of}`,
  // For screen readers.
  spoken: {
    free: (rupees: string) => `free, ${rupees} rupees`,
    notForSale: 'not for sale',
    over: 'was free',
    due: (rupees: string) => `${rupees} rupees due`,
    dueOnCourt: (rupees: string) => `on court, ${rupees} rupees due`,
    playedDue: (rupees: string) => `played, ${rupees} rupees due`,
    firstVisit: 'first visit',
    late: (minutes: number, rupees: string) => `${minutes} minutes late, ${rupees} rupees due`,
    latePaid: (minutes: number) => `${minutes} minutes late, paid`,
    hold: (minutes: number) => `a player is booking, ${minutes === 1 ? '1 minute' : `${minutes} minutes`} left at most`,
    deskHold: (name: string) => `${name} is booking`,
    closed: (reason: string) => `closed, ${reason}`,
    courtClosed: 'court closed',
    part: (number: number, of: number) => `part ${number} of ${of}`,
    weekly: 'weekly',
    notes: 'with a note',
    cancelled: (names: string) => `cancelled: ${names}`,
    selected: 'selected',
  },
});
