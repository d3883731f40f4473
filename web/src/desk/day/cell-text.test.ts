import { describe, expect, test } from 'vitest';
import { sampleBoard, sampleBoardBooking, sampleInstant } from '@/testing/desk-server';
import { boardModel, cellAt, type BookingCell } from './board-model';
import { displacedText, hoursOf, spokenCell, stateText } from './cell-text';

const ZONE = 'Asia/Kolkata';
const NOW = Date.parse(sampleInstant(1104));

/** The cell of court 3 at an hour of a board with these changes. */
function cell(changes: Parameters<typeof sampleBoard>[0], column: number) {
  const found = cellAt(boardModel(sampleBoard(changes), NOW).rows[2], column);
  if (found === undefined) throw new Error('no such cell');
  return found;
}

const booked = (changes: Parameters<typeof sampleBoardBooking>[0], column = 2) =>
  cell({ bookings: [sampleBoardBooking(changes)] }, column) as BookingCell;
const due = { due_paise: 85_000, paid_paise: 0 };

describe('the second line of a booking says what is owed and whether its players are here', () => {
  test.each<[text: string, changes: Parameters<typeof sampleBoardBooking>[0], column?: number]>([
    ['Paid', {}],
    ['Paid, first visit', { first_visit: true }],
    ['₹850 due', due],
    ['Here 6:21, paid', { attendance: 'arrived', attendance_at: sampleInstant(1101) }],
    ['Here 6:21, ₹850 due', { ...due, attendance: 'arrived', attendance_at: sampleInstant(1101) }],
    ['On court', { attendance: 'arrived', minute: 1080 }, 1],
    ['24 min late', { minute: 1080 }, 1],
    ['Played', { attendance: 'arrived', minute: 1020 }, 0],
    ['₹850 due', { ...due, attendance: 'arrived', minute: 1020 }, 0],
    ['Not marked', { minute: 1020 }, 0],
    ['No-show', { attendance: 'absent', minute: 1020 }, 0],
  ])('%s', (text, changes, column) => {
    expect(stateText(booked(changes, column), NOW, ZONE)).toBe(text);
  });
});

const spoken = (of: ReturnType<typeof cell>, selected = false) => spokenCell(of, { now: NOW, zone: ZONE, selected });

describe('a screen reader hears', () => {
  test('a selected booking of two hours that is due', () => {
    const bookings = [
      sampleBoardBooking({ group: '8', ...due }),
      sampleBoardBooking({ order: '2', group: '8', minute: 1200 }),
    ];
    expect(spoken(cell({ bookings }, 2), true)).toBe('Court 3, 7 to 9 PM, Rohan Mehta, 850 rupees due, selected');
  });

  test.each<[sentence: string, changes: Parameters<typeof sampleBoard>[0], column: number]>([
    ['Court 3, 9 to 10 PM, free, 1,000 rupees', {}, 4],
    ['Court 3, 5 to 6 PM, was free', {}, 0],
    ['Court 3, 9 to 10 PM, not for sale', { prices_paise: [] }, 4],
    [
      'Court 3, 7 to 8 PM, a player is booking, 7 minutes left at most',
      {
        holds: [
          {
            court: 23,
            minute: 1140,
            minutes: 60,
            since: sampleInstant(1100.2),
            until: sampleInstant(1110.2),
            paying: false,
          },
        ],
      },
      2,
    ],
    [
      'Court 3, 7 to 8 PM, a player is booking, 1 minute left at most',
      {
        holds: [
          {
            court: 23,
            minute: 1140,
            minutes: 60,
            since: sampleInstant(1094.5),
            until: sampleInstant(1104.5),
            paying: false,
          },
        ],
      },
      2,
    ],
    [
      'Court 3, 7 to 8 PM, Kiran Joshi is booking',
      {
        desk_holds: [
          { id: '7', court: 23, minute: 1140, minutes: 60, until: sampleInstant(1106), by: 'Kiran Joshi', mine: false },
        ],
      },
      2,
    ],
    [
      'Court 3, 5 to 8 PM, closed, Net repair',
      { blocks: [{ id: '5', court: 23, minute: 1020, minutes: 180, reason: 'Net repair' }] },
      1,
    ],
    [
      'Court 3, 7 to 8 PM, free, 1,000 rupees, cancelled: Om Parmar',
      { cancelled: [{ order: '1', court: 23, minute: 1140, name: 'Om Parmar', at: sampleInstant(900) }] },
      2,
    ],
    [
      'Court 3, 6 to 7 PM, Rohan Mehta, 24 minutes late, 850 rupees due',
      { bookings: [sampleBoardBooking({ ...due, minute: 1080 })] },
      1,
    ],
    [
      'Court 3, 6 to 7 PM, Rohan Mehta, on court, 850 rupees due',
      { bookings: [sampleBoardBooking({ ...due, minute: 1080, attendance: 'arrived' })] },
      1,
    ],
  ])('%s', (sentence, changes, column) => {
    expect(spoken(cell(changes, column))).toBe(sentence);
  });

  test('the parts of a group by their number', () => {
    const bookings = [21, 22, 23].map((court) => sampleBoardBooking({ order: String(court), court, group: '8' }));
    expect(spoken(cell({ bookings }, 2))).toBe('Court 3, 7 to 8 PM, Rohan Mehta, Paid, part 3 of 3');
  });
});

test('hours across noon name both halves of the day', () => {
  expect(hoursOf({ minute: 660, minutes: 120 })).toBe('11 AM to 1 PM');
  expect(hoursOf({ minute: 1110, minutes: 60 })).toBe('6:30 to 7:30 PM');
});

describe('a booking whose court was closed says what became of it', () => {
  const next = { order: '8', venue_name: null, court_name: 'Court 11', day: '2026-11-22', minute: 1140 };
  const was = {
    order: '7',
    court: 23,
    minute: 1140,
    minutes: 60,
    name: 'Rohan Mehta',
    offer: 'moved' as const,
    called: false,
    goes_back: false,
    new: next,
  };
  test.each<[text: string, changes: Partial<Parameters<typeof displacedText>[0]['was']>]>([
    ['Waiting for answer', { offer: 'open' }],
    ['Called', { offer: 'open', called: true }],
    ['To Court 11', {}],
    ['Moved to 9 PM', { new: { ...next, minute: 1260 } }],
    ['Moved to Mon 7 PM', { new: { ...next, day: '2026-11-23' } }],
    ['Moved to Sat 7 PM', { new: { ...next, day: '2026-11-28' } }],
    ['Moved to Sun 29 Nov, 7 PM', { new: { ...next, day: '2026-11-29' } }],
    ['Moved to Sat 21 Nov, 7 PM', { new: { ...next, day: '2026-11-21' } }],
    ['Moved to Old Mill', { new: { ...next, venue_name: 'Old Mill' } }],
    ['Money back', { offer: 'refunded', goes_back: true, new: null }],
    ['Money back', { offer: 'expired', goes_back: true, new: null }],
    ['Money back', { offer: null, goes_back: true, new: null }],
    // Nothing was paid, or all of it is kept.
    ['Cancelled', { offer: 'refunded', new: null }],
    ['Cancelled', { offer: 'expired', new: null }],
    ['Cancelled', { offer: null, new: null }],
    // The booking in its place was cancelled.
    ['Cancelled', { new: null }],
  ])('%s', (text, changes) => {
    expect(displacedText({ was: { ...was, ...changes }, minute: 1140, day: '2026-11-22' })).toBe(text);
  });
});
