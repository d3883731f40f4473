import { describe, expect, test } from 'vitest';
import { statusText } from './booking-status';
import {
  byTime,
  canBookAgain,
  historyItems,
  historyParts,
  inTab,
  nextGame,
  paymentMark,
  type BookingRecord,
} from './history-item';

const full: BookingRecord = {
  venue: 'Riverside Arena',
  location: 'Akota, Vadodara',
  carddate: '21 Nov 2026 | 6:00 AM',
  image: '/images/venues/riverside.svg',
  status: 'confirmed',
  order_id: '#4071553902',
  court: 'Court 3',
  court_type: 'OUTDOOR',
  total_amount: 750,
  starts_at: '2026-11-21T00:30:00Z',
};

describe('a history record becomes a list item', () => {
  test('with everything that the record has', () => {
    expect(historyItems([full])).toEqual([
      {
        id: 1,
        type: 'Courts',
        typeTitle: 'court booking',
        title: 'Riverside Arena',
        location: 'Akota, Vadodara',
        date: '21 Nov 2026',
        time: '6:00 AM',
        image: '/images/venues/riverside.svg',
        status: 'confirmed',
        orderId: '#4071553902',
        orderNumber: '4071553902',
        booking: full,
      },
    ]);
  });

  test('with the defaults of the specification where the record has nothing', () => {
    expect(historyItems([{}])[0]).toMatchObject({
      id: 1,
      type: 'Courts',
      location: 'Unknown location',
      date: 'N/A',
      time: 'N/A',
      image: null,
      status: undefined,
      orderId: 'N/A',
      orderNumber: null,
    });
  });

  test('a card date without a time keeps its date', () => {
    expect(historyItems([{ carddate: '21 Nov 2026' }])[0]).toMatchObject({ date: '21 Nov 2026', time: 'N/A' });
  });

  test('the ids count from 1 in the order of the reply', () => {
    expect(historyItems([full, {}, full]).map((item) => item.id)).toEqual([1, 2, 3]);
  });
});

test('only the tabs All and Courts list court bookings', () => {
  const items = historyItems([full]);
  expect((['All', 'Courts', 'Event', 'League', 'Store'] as const).map((tab) => inTab(items, tab).length)).toEqual([
    1, 1, 0, 0, 0,
  ]);
});

describe('the list is ordered by the time of the game', () => {
  // Saturday, 21 November, 5:30 AM at the venue.
  const now = Date.parse('2026-11-21T00:00:00Z');
  const at = (order_id: string, starts_at: string, more: Partial<BookingRecord> = {}) => ({
    ...full,
    order_id,
    starts_at,
    ...more,
  });
  const items = historyItems([
    at('#much later', '2026-12-20T10:00:00Z'),
    at('#later', '2026-11-27T18:30:00Z'),
    at('#friday', '2026-11-27T10:00:00Z'),
    at('#held', '2026-11-22T11:00:00Z', { status: 'held' }),
    at('#tomorrow', '2026-11-22T10:00:00Z'),
    at('#cancelled', '2026-11-22T09:00:00Z', { status: 'cancelled' }),
    at('#tonight', '2026-11-21T13:30:00Z'),
    at('#morning', '2026-11-21T01:30:00Z'),
    at('#timeless', '', { status: 'completed' }),
    at('#long ago', '2026-08-20T10:00:00Z'),
    at('#yesterday', '2026-11-20T10:00:00Z'),
  ]);
  const ids = (of: readonly { orderId: string }[]) => of.map(({ orderId }) => orderId);

  test('today, this week and later start with the next game; past and cancelled start with the latest', () => {
    const { today, thisWeek, later, past } = byTime(items, now, 'Asia/Kolkata');
    expect(ids(today)).toEqual(['#morning', '#tonight']);
    expect(ids(thisWeek)).toEqual(['#tomorrow', '#held', '#friday']);
    expect(ids(later)).toEqual(['#later', '#much later']);
    expect(ids(past)).toEqual(['#cancelled', '#yesterday', '#long ago', '#timeless']);
  });

  test('days are those of each venue’s own time zone, else of the operator’s', () => {
    expect(ids(byTime(items, now, 'Europe/London').thisWeek)).toContain('#later');
    // In Los Angeles it is Friday, 4 PM, and the game begins on Saturday at 12:30 AM; both are Saturday in India.
    const [here, there] = historyItems([
      at('#here', '2026-11-21T00:30:00Z'),
      at('#there', '2026-11-21T08:30:00Z', { timezone: 'America/Los_Angeles' }),
    ]);
    const { today, thisWeek } = byTime([here!, there!], now, 'Asia/Kolkata');
    expect([ids(today), ids(thisWeek)]).toEqual([['#here'], ['#there']]);
  });

  test('every booking is in one part', () => {
    for (let hour = -24 * 40; hour < 24 * 40; hour += 61) {
      const parts = Object.values(byTime(items, now + hour * 3_600_000, 'Asia/Kolkata')).flat();
      expect(ids(parts).toSorted()).toEqual(ids(items).toSorted());
    }
  });

  test('the next game is the earliest confirmed future one', () => {
    expect(nextGame(items, now)?.orderId).toBe('#morning');
    // A cancelled one would come first, then a held one.
    expect(nextGame(items, Date.parse('2026-11-22T08:00:00Z'))?.orderId).toBe('#tomorrow');
    expect(nextGame(items, Date.parse('2026-11-22T10:30:00Z'))?.orderId).toBe('#friday');
    expect(nextGame(items, Date.parse('2027-01-01T00:00:00Z'))).toBeNull();
  });
});

test.each([
  [{ status: 'confirmed', payment_status: 'pay_at_court' }, 'to-pay'],
  [{ status: 'confirmed', payment_status: 'paid' }, 'paid'],
  [{ status: 'completed', payment_status: 'paid' }, 'paid'],
  [{ status: 'confirmed', payment_status: 'pay_at_court', total_amount: 0 }, null],
  [{ status: 'cancelled', payment_status: 'paid' }, null],
  [{ status: 'no_show', payment_status: 'pay_at_court' }, null],
  [{ status: 'confirmed', payment_status: undefined }, null],
] as const)('%j is marked %s', (more, mark) => {
  const [item] = historyItems([{ ...full, ...more }]);
  expect(item && paymentMark(item)).toBe(mark);
});

describe('booking the same again', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const game = { starts_at: '2026-11-20T10:00:00Z', still_offered: true } as const;

  test.each(['confirmed', 'completed', 'no_show', 'cancelled'] as const)(
    'is offered after a game that was %s',
    (status) => {
      expect(canBookAgain({ ...game, status }, now)).toBe(true);
    },
  );

  test.each(['held', 'expired', 'released'] as const)(
    'is not offered for an order that was never booked: %s',
    (status) => {
      expect(canBookAgain({ ...game, status }, now)).toBe(false);
    },
  );

  test('is not offered before the game or for a court that is no longer offered', () => {
    expect(canBookAgain({ ...game, status: 'confirmed', starts_at: '2026-11-21T10:00:00Z' }, now)).toBe(false);
    expect(canBookAgain({ ...game, status: 'completed', still_offered: false }, now)).toBe(false);
  });
});

describe('a payment without a booking', () => {
  const payment = (unbooked_payment: NonNullable<BookingRecord['unbooked_payment']>): BookingRecord => ({
    order_id: '#4071553902',
    status: 'expired',
    starts_at: '2026-11-22T13:30:00Z',
    unbooked_payment,
  });
  const partOf = (record: BookingRecord) => {
    const parts = byTime(historyItems([record]), Date.parse('2026-11-21T06:00:00Z'), 'Asia/Kolkata');
    return historyParts.filter((part) => parts[part].length > 0);
  };

  test('is at the top of the list until it is settled or refunded', () => {
    expect(historyParts[0]).toBe('payments');
    expect(partOf(payment('under_way'))).toEqual(['payments']);
    expect(partOf(payment('refund_approved'))).toEqual(['payments']);
    expect(partOf(payment('refund_issued'))).toEqual(['payments']);
    expect(partOf(payment('refund_failed'))).toEqual(['payments']);
  });

  test('is past once it is refunded, and one of the games once it is booked', () => {
    expect(partOf(payment('refund_processed'))).toEqual(['past']);
    expect(partOf({ ...payment('under_way'), status: 'confirmed', unbooked_payment: null })).toEqual(['thisWeek']);
  });

  test('shows its progress', () => {
    const text = (record: BookingRecord) => historyItems([record]).map(({ status }) => statusText(status));
    expect(text(payment('under_way'))).toEqual(['PAYMENT ON ITS WAY']);
    expect(text(payment('refund_approved'))).toEqual(['REFUND COMING']);
    expect(text(payment('refund_processed'))).toEqual(['REFUNDED']);
  });
});
