import { catalogue } from '@/lib/language';

/** The desk without a network or without its server. */
export const deskOfflineTexts = catalogue('deskOffline', {
  noNetwork: (time: string) => `No network. The board is as of ${time}; ticks and money wait on this device.`,
  noServer: (time: string) =>
    `The server does not answer. The board is as of ${time}; ticks and money wait on this device.`,
  noNetworkBare: 'No network, and this device has kept no board of this day.',
  noServerBare: 'The server does not answer, and this device has kept no board of this day.',
  serverAway: 'Server away',
  clockWrong: (minutes: number) =>
    `The clock of this device is wrong by ${minutes === 1 ? '1 minute' : `${minutes} minutes`}. The server's time is used.`,
  notSent: 'Not sent yet',
  noteKept: 'Noted on this device. It is sent when the server answers.',
  toSend: (count: number) => `${count} to send`,
  toDecide: (count: number) => `${count} to decide`,
  forOthers: (count: number) => `${count} of others`,
  queue: 'Waiting on this device',
  empty: 'Nothing waits on this device.',
  waiting: 'To send',
  waitingHint: 'Sent in this order as soon as the server answers. Nothing is lost if you close the page.',
  refused: 'Not accepted',
  others: (count: number, name: string) => `${count} of ${name}: waiting until ${name} signs in here`,
  done: (count: number) => (count === 1 ? '1 entry was sent.' : `${count} entries were sent.`),
  someRefused: (count: number) =>
    count === 1
      ? '1 entry was not accepted. Decide what becomes of it.'
      : `${count} entries were not accepted. Decide what becomes of them.`,
  what: {
    arrived: 'Checked in',
    absent: 'Not here',
    none: 'Taken back',
    scan: 'Pass shown, let in',
    cash: (amount: string) => `${amount} in cash`,
    upi_own: (amount: string) => `${amount} by UPI`,
    card: (amount: string) => `${amount} by card`,
    bank: (amount: string) => `${amount} by bank`,
    decision: (amount: string) => `Decision about ${amount}`,
    note: (text: string) => `Note: ${text}`,
  },
  unknownBooking: 'A pass that is not on the board',
  nowDue: (amount: string) => `${amount} is due now.`,
  again: 'Try again',
  drop: 'Give it up',
  inLaterShift: 'Into the present shift',
  decide: 'Where is the money?',
  decisions: { given_back: 'Given back', kept: 'Kept at the desk', not_taken: 'None was taken' },
  takeDue: {
    given_back: (due: string, rest: string) => `${due} is paid, ${rest} given back`,
    kept: (due: string, rest: string) => `${due} is paid, ${rest} kept`,
    in_count: (due: string, rest: string) => `${due} is paid, ${rest} in that count`,
  },
  restInCountHint:
    'That count has the rest too. If you give it back out of the drawer now, take it out by a correction with a note.',
  allGivenBack: 'All given back',
  takeAllDue: (due: string) => `${due} is paid`,
  outcomes: {
    recorded: 'It was recorded as a payment.',
    given_back: 'It was given back.',
    kept: 'It was kept at the desk.',
    in_count: 'It was in a count of the drawer.',
    not_taken: 'No money was taken.',
  },
  note: 'Note',
  keptHint: 'Cash that is kept becomes a correction in the list of the drawer.',
  unknownHint:
    'Nothing can be recorded for it. If you have the money, book the game again and take it there, or note cash as a correction of the drawer. Then give this entry up.',
  countHint: (time: string) =>
    `The drawer was counted at ${time}. If the cash was in it then, that count has it: nothing is added now, and a manager sees it there.`,
  clockHint:
    'A count may have this cash already. Look at the counts of that day before you put it into the present shift.',
  inCount: 'It was in that count',
  countsHint:
    'The drawer was counted more than once after this cash was taken. Choose the first count that found it in the drawer: nothing is added now, and a manager sees it there.',
  moreCounts: (count: number) => `Only the first ${count} counts are listed.`,
  inCountOf: (time: string, by: string | null) =>
    by === null ? `In the count at ${time}` : `In the count at ${time} by ${by}`,
  countOfEqual: (count: string, number: number, of: number) => `${count}, ${number} of ${of}`,
  afterLastCount: 'In the drawer after the last count',
  notKept: 'This device cannot keep it. Write it on paper, or free some space.',
  take: {
    cash: (amount: string) => `Note ${amount} in cash`,
    upi_own: (amount: string) => `Note ${amount} by UPI`,
    card: (amount: string) => `Note ${amount} by card`,
  },
  taken: (amount: string) => `${amount} noted. It is sent when the server answers.`,
  reference: 'Last digits of the UPI or slip',
  lost: 'It is not known whether the last payment was taken. Look again when the server answers.',
  noNumber: 'No number',
  needsNetwork: 'Needs the network',
  needsTheServer: 'Needs the server',
  writeItDown: 'Write it down',
  writeHow: 'Nothing can be booked now. Press a free hour to write down who wants it.',
  written: (count: number) => `${count} written down`,
  notBooked: (count: number) =>
    count === 1 ? '1 request is written down and not booked.' : `${count} requests are written down and not booked.`,
  showWritten: 'Show',
  writtenNote: 'Written down',
  phone: (digits: string) => `Phone ends with ${digits}`,
});
