import { describe, expect, test } from 'vitest';
import type { components } from '@/api/schema';
import { openingHours } from './contact/opening-hours';
import { venueFacts } from './venue-facts';

type Venue = components['schemas']['Venue'];

const open = { first_start: '6:00 AM', last_start: '10:00 PM' };
const venue = (name: string, more: Partial<Venue> = {}): Venue => ({
  venue_id: 1,
  venue_name: name,
  venue_location: '',
  venue_long_location: '',
  venue_image: '',
  facilities: [],
  gallery_links: [],
  outdoor_counts: 4,
  indoor_counts: 4,
  standard_price: 800,
  slot_minutes: 60,
  play_minutes: 55,
  hours: [open, open, open, open, open, open, open],
  open_spans: [[open], [open], [open], [open], [open], [open], [open]],
  special_days: [],
  horizon_days: null,
  lead_minutes: 0,
  ...more,
});

describe('the facts of the venues', () => {
  test('are courts, hours to the last minute, and the standard rate', () => {
    expect(venueFacts([venue('Riverside'), venue('Old Mill', { outdoor_counts: 1, indoor_counts: 0 })])).toEqual({
      courts_by_venue: 'Riverside (8 courts) and Old Mill (1 court)',
      play_minutes: '55',
      handover_minutes: '5',
      whole_slot_minutes: null,
      first_start: '6:00 AM',
      last_minute: '10:59 PM',
      latest_minute: null,
      standard_rate: '₹800',
      lowest_rate: null,
      highest_rate: null,
      horizon: '1 month',
      shortest_horizon: null,
      longest_horizon: null,
    });
  });

  test('have no handover if play is as long as the slot', () => {
    expect(venueFacts([venue('A', { play_minutes: 60 })])).toMatchObject({
      play_minutes: '60',
      handover_minutes: null,
      whole_slot_minutes: '60',
    });
  });

  test('use the last minute of most days, and name that of a longer day apart', () => {
    const late = { first_start: '6:00 AM', last_start: '11:00 PM' };
    const facts = venueFacts([venue('A'), venue('B', { hours: [open, open, open, open, late, late, null] })]);
    expect([facts.last_minute, facts.latest_minute]).toEqual(['10:59 PM', '11:59 PM']);
  });

  test('have a lowest and a highest rate if rates differ', () => {
    const facts = venueFacts([
      venue('A', { standard_price: 900 }),
      venue('B', { standard_price: null }),
      venue('C', { standard_price: 700.5 }),
    ]);
    expect([facts.standard_rate, facts.lowest_rate, facts.highest_rate]).toEqual([null, '₹700.50', '₹900']);
  });

  test('have the rate of an hour, also if a slot is longer or shorter', () => {
    const long = venue('A', { standard_price: 1200, slot_minutes: 90, play_minutes: 85 });
    expect(venueFacts([long, venue('B')]).standard_rate).toBe('₹800');
    const short = venue('C', { standard_price: 500, slot_minutes: 45, play_minutes: 40 });
    const facts = venueFacts([short, venue('B')]);
    expect([facts.standard_rate, facts.lowest_rate, facts.highest_rate]).toEqual([null, '₹666.67', '₹800']);
  });

  test('say how far ahead players book, as the venues have it', () => {
    const horizons = (...days: (number | null)[]) => {
      const facts = venueFacts(days.map((horizon_days) => venue('A', { horizon_days })));
      return [facts.horizon, facts.shortest_horizon, facts.longest_horizon];
    };
    expect(horizons(14, 14)).toEqual(['14 days', null, null]);
    expect(horizons(1)).toEqual(['1 day', null, null]);
    expect(horizons(null, 14, 30)).toEqual([null, '14 days', '1 month']);
    expect(horizons(60, null)).toEqual([null, '1 month', '60 days']);
  });

  test('are empty without venues', () => {
    expect(Object.values(venueFacts([])).every((fact) => fact === null)).toBe(true);
  });
});

describe('the opening hours', () => {
  test('are one line if all days are equal, to the end of the last slot', () => {
    expect(openingHours(venue('A'))).toEqual([
      { first: '', last: '', open: [{ opens: '6:00 AM', closes: '11:00 PM' }] },
    ]);
  });

  test('are a line for each run of equal days, and name closed days', () => {
    const late = { first_start: '6:00 AM', last_start: '11:00 PM' };
    const morning = { first_start: '6:00 AM', last_start: '10:00 AM' };
    const week = [[], [open], [open], [open], [open], [late], [morning, late]];
    expect(openingHours(venue('A', { open_spans: week }))).toEqual([
      { first: 'Mon', last: '', open: [] },
      { first: 'Tue', last: 'Fri', open: [{ opens: '6:00 AM', closes: '11:00 PM' }] },
      { first: 'Sat', last: '', open: [{ opens: '6:00 AM', closes: '12:00 AM' }] },
      {
        first: 'Sun',
        last: '',
        open: [
          { opens: '6:00 AM', closes: '11:00 AM' },
          { opens: '6:00 AM', closes: '12:00 AM' },
        ],
      },
    ]);
  });
});
