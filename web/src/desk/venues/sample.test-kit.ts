import type { Court, Venue } from './venues';

const court = (number: number): Court => ({
  id: number,
  number,
  name: `Court ${number}`,
  is_indoor: false,
  is_active: true,
  has_price: true,
});

/** A venue with two courts. */
export function sampleVenue(changes: Partial<Venue> = {}): Venue {
  return {
    id: 1,
    version: 3,
    is_active: true,
    has_open_shift: false,
    fields: {
      name: 'Riverside Arena',
      location: 'Akota',
      address: '14 River Road',
      map_url: null,
      upi_address: null,
      time_zone: 'Asia/Kolkata',
      slot_minutes: 60,
      play_minutes: 55,
      image: '/images/1.jpg',
      gallery: [],
      facilities: ['parking'],
    },
    courts: [court(1), court(2)],
    first_minute: 360,
    last_minute: 1320,
    lowest_paise: 80_000,
    highest_paise: 120_000,
    ...changes,
  };
}
