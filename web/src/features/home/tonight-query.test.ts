import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { components } from '@/api/schema';
import { sampleSlotVenue } from '@/testing/samples';
import { refusal, serve, success } from '@/testing/stand-in-server';
import { tonightQuery } from './tonight-query';

const venue = (venue_id: number): components['schemas']['Venue'] => ({
  venue_id,
  venue_name: `Venue ${venue_id}`,
  venue_location: '',
  venue_long_location: '',
  venue_image: '',
  facilities: [],
  gallery_links: [],
  outdoor_counts: 4,
  indoor_counts: 0,
  slot_minutes: 60,
  play_minutes: 55,
  hours: [],
  open_spans: [],
  special_days: [],
  horizon_days: null,
  lead_minutes: 0,
});

const today: components['schemas']['GetTimeslotsAnswer'] = {
  ...success(),
  date: [
    {
      date: { date: '2026-11-21', weekday: 'Sat', day: '21' },
      slots: [{ time: '7:00 PM', type: 'EVENING', price: 800, free: 3 }],
      closed: [],
    },
  ],
  venue: sampleSlotVenue,
  server_time: '2026-11-21T04:30:00Z',
};

beforeEach(() => localStorage.clear());

const freeTonight = async () => new QueryClient().fetchQuery(tonightQuery);

test('a venue without a court of the sport adds nothing, and the others are counted', async () => {
  serve({
    'GET /api/getvenue': () => ({ ...success(), venue: [venue(1), venue(2), venue(3)] }),
    'GET /api/gettimeslots': ({ query }) => (query.get('venue') === '2' ? refusal('no_such_venue') : today),
  });
  expect(await freeTonight()).toEqual({ time: '7:00 PM', free: 6, evening: true });
});

test('if the hours of a venue do not load, no number is shown', async () => {
  serve({
    'GET /api/getvenue': () => ({ ...success(), venue: [venue(1), venue(2)] }),
    'GET /api/gettimeslots': ({ query }) => (query.get('venue') === '2' ? [503, refusal('unavailable')] : today),
  });
  await expect(freeTonight()).rejects.toThrow('unavailable');
});
