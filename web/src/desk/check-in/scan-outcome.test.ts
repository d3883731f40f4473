import { expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleFact, sampleInstant } from '@/testing/desk-server';
import type { QueuedFact } from '@/desk/api/fact';
import type { Reading } from './read-pass';
import type { Board } from '@/desk/api/board';
import { localOutcome, type Known } from './scan-outcome';
import { adviceText, outcomeText } from './outcome-text';

const ZONE = 'Asia/Kolkata';
const known: Known = {
  venue: 1,
  zone: ZONE,
  checkInMinutes: 180,
  boards: [],
  queued: [],
  now: Date.parse(sampleInstant(1104)),
};

/** The arrival of the players of order 4820193756 at 6:12 PM, as it waits on this device. */
const arrival = sampleFact({ at: sampleInstant(1092), what: { kind: 'scan', pass: 'SO1' } });

/** The result on this device for a genuine pass of order 4820193756 for this court and minute of the sample day. */
function resultOf(
  board: Board | undefined,
  { court = 23, minute = 1140, ...more }: Partial<Known> & { court?: number; minute?: number } = {},
) {
  const pass = { order: '4820193756', startsAt: Date.parse(sampleInstant(minute)), court };
  const outcome = localOutcome({ kind: 'genuine', pass }, { ...known, boards: board ? [board] : [], ...more });
  expect(outcome.isLocal).toBe(true);
  return [outcome.code, outcomeText(outcome, ZONE)];
}

const withBooking = (changes = {}) => sampleBoard({ bookings: [sampleBoardBooking(changes)] });

test('without the server a genuine pass gets the outcome of its booking on the last board', () => {
  expect(resultOf(withBooking())).toEqual(['real_pass', 'Real pass']);
  expect(resultOf(withBooking({ due_paise: 85_000 }))).toEqual(['due', '₹850 to pay']);
  const arrived = { attendance: 'arrived', attendance_at: sampleInstant(1098) };
  expect(resultOf(withBooking(arrived))).toEqual(['already_in', 'Already in at 6:18 PM']);
  expect(resultOf(withBooking({ status: 'cancel_requested' }))[0]).toBe('cancelled');
  const gone = { order: '4820193756', court: 23, minute: 1140, name: 'Rohan Mehta', at: null };
  expect(resultOf(sampleBoard({ cancelled: [gone] }))[0]).toBe('cancelled');
  const { at: _, ...displaced } = { ...gone, minutes: 60, called: false, goes_back: false, new: null, offer: null };
  expect(resultOf(sampleBoard({ displaced: [displaced] }))[0], 'its court was closed').toBe('cancelled');
  expect(resultOf(withBooking({ court: 21 }))).toEqual(['moved', 'Moved to Court 1, Sun 22 Nov, 7:00 PM']);
});

test('the pass of a booking whose court was closed counts for the booking in its place', () => {
  const place = { order: '4071553902', court_name: 'Court 1', day: '2026-11-22', minute: 1140, venue_name: null };
  const who = { order: '4820193756', court: 23, minute: 1140, name: 'Rohan Mehta', minutes: 60 };
  const lost = { ...who, called: false, goes_back: false, offer: 'moved' as const, new: place };
  const boardWith = (court: number) =>
    sampleBoard({ displaced: [lost], bookings: [sampleBoardBooking({ order: '4071553902', court })] });
  expect(resultOf(boardWith(21))).toEqual(['moved', 'Moved to Court 1, Sun 22 Nov, 7:00 PM']);
  // Its court was opened again.
  expect(resultOf(boardWith(23))).toEqual(['real_pass', 'Real pass']);
  // It lost this court, too.
  const next = { ...place, order: '4071553903', court_name: 'Court 2' };
  const again = { ...lost, order: place.order, court: 21, new: next };
  const third = sampleBoardBooking({ order: next.order, court: 22 });
  expect(resultOf(sampleBoard({ displaced: [lost, again], bookings: [third] }))).toEqual([
    'moved',
    'Moved to Court 2, Sun 22 Nov, 7:00 PM',
  ]);
  // It is on another day or at another venue.
  expect(resultOf(sampleBoard({ displaced: [lost] }))).toEqual(['cancelled', 'This booking was cancelled']);
});

test('a genuine pass that is not on the board is let in and checked later, unless it is for another day or an unknown court', () => {
  expect(resultOf(sampleBoard())).toEqual(['real_unlisted', 'Real pass, not on this list']);
  expect(resultOf(undefined)[0]).toBe('real_unlisted');
  // The court is another venue's, or was retired.
  expect(resultOf(sampleBoard(), { court: 99 })).toEqual([
    'other_venue',
    'The court of this pass is not on this board',
  ]);
  expect(resultOf(sampleBoard(), { minute: 1140 + 1440 })[0]).toBe('wrong_day');
});

test('that a pass that is not on the board will be checked is said only if its arrival was written down', () => {
  const pass = { order: '4820193756', startsAt: Date.parse(sampleInstant(1140)), court: 23 };
  const outcome = localOutcome({ kind: 'genuine', pass }, known);
  expect(outcome.code).toBe('real_unlisted');
  expect(adviceText(outcome)).toBeNull();
  expect(adviceText({ ...outcome, isWrittenDown: true })).toBe('Let them in. It will be checked.');
});

test('a copy of a pass that is not on the board is already in once the arrival waits on this device', () => {
  const alreadyIn = ['already_in', 'Already in at 6:12 PM'];
  for (const board of [sampleBoard(), undefined]) expect(resultOf(board, { queued: [arrival] })).toEqual(alreadyIn);
  const others: QueuedFact[] = [
    { ...arrival, order: '4820193757' },
    { ...arrival, venue: 2 },
    { ...arrival, refusal: { code: 'pass_unknown', params: {}, due_paise: null } },
  ];
  expect(resultOf(sampleBoard(), { queued: others })[0]).toBe('real_unlisted');
  const undone: QueuedFact = { ...arrival, what: { kind: 'attendance', order: '4820193756', state: 'none' } };
  expect(resultOf(sampleBoard(), { queued: [arrival, undone] })[0]).toBe('real_unlisted');
  expect(resultOf(withBooking(), { queued: [arrival] }), 'a booking of the board').toEqual(alreadyIn);
});

/** The time at this minute of the sample day, as the server's clock has it. */
const at = (minute: number) => ({ now: Date.parse(sampleInstant(minute)) });

test('without the server a pass is good from three hours before the start to the end', () => {
  const early = ['too_early', 'Too early: check-in begins at 4:00 PM'];
  const over = ['over', 'Over since 8:00 PM'];
  for (const [board, good] of [
    [withBooking(), 'real_pass'],
    [sampleBoard(), 'real_unlisted'],
  ] as const) {
    expect(resultOf(board, at(959))).toEqual(early);
    expect(resultOf(board, at(960))[0]).toBe(good);
    expect(resultOf(board, at(1199))[0]).toBe(good);
    expect(resultOf(board, at(1200))).toEqual(over);
    expect(resultOf(board, { ...at(1200), isLetIn: true })[0], 'the clerk knows that they were there').toBe(good);
    expect(resultOf(board, { ...at(959), isLetIn: true })).toEqual(early);
  }
  expect(resultOf(undefined, at(959))).toEqual(early);
  expect(resultOf(withBooking({ minutes: 120 }), at(1200))[0]).toBe('real_pass');
});

test('check-in begins as long before the start as the server says', () => {
  const early = ['too_early', 'Too early: check-in begins at 6:30 PM'];
  for (const [board, good] of [
    [withBooking(), 'real_pass'],
    [undefined, 'real_unlisted'],
  ] as const) {
    expect(resultOf(board, { ...at(1109), checkInMinutes: 30 })).toEqual(early);
    expect(resultOf(board, { ...at(1110), checkInMinutes: 30 })[0]).toBe(good);
    expect(resultOf(board, { ...at(700), checkInMinutes: 1440 })[0]).toBe(good);
  }
});

// The rule of the next two tests is that of crates/domain/src/check_in.rs.
test('around midnight a game of the next day is let in while check-in is open', () => {
  const next = sampleBoard({
    day: '2026-11-23',
    starts: [{ minute: 30, at: sampleInstant(1470) }],
    bookings: [sampleBoardBooking({ minute: 30 })],
  });
  const wrong = ['wrong_day', 'For Mon 23 Nov, 12:30 AM'];
  for (const [boards, good] of [
    [[sampleBoard(), next], 'real_pass'],
    [[next], 'real_pass'],
    [[sampleBoard()], 'real_unlisted'],
    [[], 'real_unlisted'],
  ] as const) {
    const pass = { minute: 1470, boards };
    expect(resultOf(undefined, { ...pass, ...at(1289) }), 'before check-in').toEqual(wrong);
    expect(resultOf(undefined, { ...pass, ...at(1289), isLetIn: true }), 'nor by the clerk').toEqual(wrong);
    expect(resultOf(undefined, { ...pass, ...at(1290) })[0]).toBe(good);
    expect(resultOf(undefined, { ...pass, ...at(1439) })[0]).toBe(good);
  }
  const due = sampleBoard({ ...next, bookings: [sampleBoardBooking({ minute: 30, due_paise: 85_000 })] });
  expect(resultOf(undefined, { minute: 1470, boards: [due], ...at(1430) })).toEqual(['due', '₹850 to pay']);
});

test('around midnight a game of the day before is let in until its end', () => {
  const before = (changes = {}) =>
    sampleBoard({
      starts: [{ minute: 1410, at: sampleInstant(1410) }],
      bookings: [sampleBoardBooking({ minute: 1410, ...changes })],
    });
  const today = sampleBoard({ day: '2026-11-23', starts: [], bookings: [] });
  const wrong = ['wrong_day', 'For Sun 22 Nov, 11:30 PM'];
  const pass = { minute: 1410 };
  for (const [boards, good] of [
    [[today, before()], 'real_pass'],
    [[today], 'real_unlisted'],
  ] as const) {
    expect(resultOf(undefined, { ...pass, boards, ...at(1469) })[0]).toBe(good);
    expect(resultOf(undefined, { ...pass, boards, ...at(1470) })).toEqual(wrong);
    expect(resultOf(undefined, { ...pass, boards, ...at(1470), isLetIn: true }), 'nor by the clerk').toEqual(wrong);
  }
  const longer = { ...pass, boards: [today, before({ minutes: 120 })] };
  expect(resultOf(undefined, { ...longer, ...at(1529) })[0], 'it lasts two hours').toBe('real_pass');
  expect(resultOf(undefined, { ...pass, ...at(1450) }), 'its length is not known').toEqual(wrong);
  const arrived = { ...pass, boards: [before({ attendance: 'arrived', attendance_at: sampleInstant(1400) })] };
  expect(resultOf(undefined, { ...arrived, ...at(1450) })[0]).toBe('already_in');
  expect(resultOf(undefined, { ...arrived, ...at(2880) }), 'a pass of yesterday').toEqual(wrong);
  const closed = { ...pass, boards: [before({ status: 'completed' })] };
  expect(resultOf(undefined, { ...closed, ...at(1430) })[0]).toBe('day_closed');
  expect(resultOf(undefined, { ...closed, ...at(1450) })).toEqual(wrong);
});

test('a clerk lets in the players of a moved or unpaid booking, from three hours before its new start, until the day is closed', () => {
  const moved = withBooking({ minute: 1260, due_paise: 85_000 });
  expect(resultOf(moved, at(1080))[0]).toBe('moved');
  expect(resultOf(moved, { ...at(1080), isLetIn: true })[0]).toBe('real_pass');
  expect(resultOf(moved, { ...at(1079), isLetIn: true })).toEqual([
    'too_early',
    'Too early: check-in begins at 6:00 PM',
  ]);
  for (const status of ['completed', 'no_show'] as const) {
    expect(resultOf(withBooking({ status }), { isLetIn: true })[0]).toBe('day_closed');
  }
});

test('a pass whose court and hour are another booking on the board needs a decision of the clerk', () => {
  const other = (changes = {}) => withBooking({ order: '4820193757', ...changes });
  const taken = ['court_taken', 'Another booking has Court 3, 7:00 PM'];
  expect(resultOf(other())).toEqual(taken);
  expect(resultOf(other({ minute: 1080, minutes: 120 })), 'it began an hour before').toEqual(taken);
  expect(resultOf(other(), at(900)), 'the pass may be of a booking that was moved to now').toEqual(taken);
  expect(resultOf(other(), { isLetIn: true })[0]).toBe('real_unlisted');
  expect(resultOf(other(), { ...at(900), isLetIn: true }), 'the server refuses it whatever the clerk decides').toEqual([
    'too_early',
    'Too early: check-in begins at 4:00 PM',
  ]);
  for (const elsewhere of [{ court: 21 }, { minute: 1080 }, { minute: 1200 }, { status: 'cancel_requested' }]) {
    expect(resultOf(other(elsewhere))[0]).toBe('real_unlisted');
  }
});

test('a text that is not verified as genuine is never looked up on the board', () => {
  for (const kind of ['not_a_pass', 'unknown_key', 'wrong_signature', 'unverified'] as const) {
    const outcome = localOutcome({ kind } satisfies Reading, { ...known, boards: [withBooking()] });
    expect(outcome).toMatchObject({ code: kind, who: null });
  }
});
