import { describe, expect, test } from 'vitest';
import { byTime, historyItems, inTab, nextGame, type BookingRecord } from './history-item';

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

  test('the ids count from 1 in the order of the answer', () => {
    expect(historyItems([full, {}, full]).map((item) => item.id)).toEqual([1, 2, 3]);
  });
});

test('only All and Courts have court bookings', () => {
  const items = historyItems([full]);
  expect((['All', 'Courts', 'Event', 'League', 'Store'] as const).map((tab) => inTab(items, tab).length)).toEqual([
    1, 1, 0, 0, 0,
  ]);
});

describe('what is ahead stands first', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const at = (order_id: string, starts_at: string, status: BookingRecord['status'] = 'confirmed') => ({
    ...full,
    order_id,
    starts_at,
    status,
  });
  const items = historyItems([
    at('#3', '2026-11-25T10:00:00Z'),
    at('#2', '2026-11-22T10:00:00Z'),
    at('#5', '2026-11-22T09:00:00Z', 'cancelled'),
    at('#1', '2026-11-20T10:00:00Z'),
  ]);

  test('cancelled and begun games are behind, both parts keep the order of the answer', () => {
    const { upcoming, past } = byTime(items, now);
    expect(upcoming.map((item) => item.orderId)).toEqual(['#3', '#2']);
    expect(past.map((item) => item.orderId)).toEqual(['#5', '#1']);
  });

  test('the next game is the earliest confirmed one ahead', () => {
    expect(nextGame(items, now)?.orderId).toBe('#2');
    expect(nextGame(items, Date.parse('2027-01-01T00:00:00Z'))).toBeNull();
  });
});
