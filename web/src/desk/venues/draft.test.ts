import { expect, test } from 'vitest';
import {
  changeOf,
  courtsOf,
  draftOf,
  findErrors,
  findNewVenueErrors,
  newDraft,
  newVenueDefaults,
  newVenueOf,
  nextNumber,
  rebaseCourts,
  rebaseFields,
  takeFreedNumbers,
} from './draft';
import { sampleVenue } from './sample.test-kit';

test('only changed fields and courts are sent', () => {
  const venue = sampleVenue();
  const [draft, courts] = [draftOf(venue), courtsOf(venue)];
  expect(changeOf(venue, draft, courts)).toEqual({});
  expect(changeOf(venue, { ...draft, name: ' Riverside Arena ' }, courts)).toEqual({});
  expect(changeOf(venue, { ...draft, upi: 'riverside@okbank' }, courts).fields?.upi_address).toBe('riverside@okbank');
  const roofed = courts.with(1, { number: 2, name: 'Court 2', isIndoor: true, isActive: true, isNew: false });
  expect(changeOf(venue, draft, roofed)).toEqual({
    courts: [{ number: 2, name: 'Court 2', is_indoor: true, is_active: true }],
  });
});

test('a court that gets its number frees the one that another court waits for', () => {
  const court = { name: '', isIndoor: true, isActive: true, isNew: true };
  const [waitsForSeven, waitsForThree] = [
    { ...court, number: 5, wrongNumber: '7' },
    { ...court, number: 7, wrongNumber: '3' },
  ];
  expect(takeFreedNumbers([waitsForSeven, waitsForThree, { ...court, number: 9 }])).toEqual([
    { ...court, number: 3 },
    { ...court, number: 7 },
    { ...court, number: 9 },
  ]);
});

test('typed changes are put on top of the changes of another person', () => {
  const old = draftOf(sampleVenue());
  const fresh = { ...old, address: '15 River Road', name: 'Riverside' };
  expect(rebaseFields({ ...old, name: 'Mine' }, old, fresh)).toEqual({ ...fresh, name: 'Mine' });
  const courts = courtsOf(sampleVenue());
  const mine = [...courts, { number: 9, name: '', isIndoor: true, isActive: true, isNew: true }];
  const theirs = courts.map((court) => ({ ...court, name: `Show ${court.number}` }));
  expect(rebaseCourts(mine, courts, theirs).map(({ number, name }) => [number, name])).toEqual([
    [1, 'Show 1'],
    [2, 'Show 2'],
    [9, ''],
  ]);
});

test('a new court gets another number if another person added a court with its number', () => {
  const old = courtsOf(sampleVenue());
  const added = (number: number, name: string, isNew = true) => ({
    number,
    name,
    isIndoor: true,
    isActive: true,
    isNew,
  });
  const mine = [...old, added(3, 'Mine'), added(4, 'My second')];
  const theirs = [...old, added(3, 'Theirs', false)];
  expect(rebaseCourts(mine, old, theirs).slice(2)).toEqual([
    added(3, 'Theirs', false),
    added(4, 'My second'),
    added(5, 'Mine'),
  ]);
  // What was typed about the own new court while it was saved.
  const saved = [...old, added(3, '')];
  expect(rebaseCourts([...old, added(3, 'Mine')], saved, [...old, added(3, 'Court 3', false)])[2]).toEqual(
    added(3, 'Mine', false),
  );
});

test('a court that is saved by now as it was typed is no change any more', () => {
  const old = courtsOf(sampleVenue());
  const typed = { number: 3, name: '', isIndoor: true, isActive: true, isNew: true };
  const saved = { ...typed, name: 'Court 3', isNew: false };
  expect(rebaseCourts([...old, typed], old, [...old, saved])).toEqual([...old, saved]);
  const open = { ...saved, isIndoor: false };
  expect(rebaseCourts([...old, typed], old, [...old, open])).toEqual([...old, open, { ...typed, number: 4 }]);
});

test('a new court gets the first number that is free', () => {
  const court = (number: number) => ({ number, name: '', isIndoor: false, isActive: true, isNew: false });
  expect(nextNumber([])).toBe(1);
  expect(nextNumber([court(1), court(3)])).toBe(2);
});

test('each wrong field has the name and the error code of the server', () => {
  const good = { ...newDraft('Asia/Kolkata'), name: 'Old Mill', location: 'Alkapuri', address: '3 Station Road' };
  expect(findErrors(good)).toEqual({});
  expect(findErrors(newDraft('Asia/Kolkata'))).toEqual({ name: 'required', location: 'required', address: 'required' });
  expect(findErrors({ ...good, map: 'maps.example/3', upi: 'old mill', slot: '10', play: '300' })).toEqual({
    map_url: 'not_a_link',
    upi_address: 'not_upi',
    slot_minutes: 'range',
    play_minutes: 'range',
  });
  const link = (length: number) => `https://maps.example/${'a'.repeat(length - 21)}`;
  expect(findErrors({ ...good, map: ` ${link(500)} ` })).toEqual({});
  expect(findErrors({ ...good, map: link(501) })).toEqual({ map_url: 'not_a_link' });
  expect(findErrors({ ...good, name: 'Old\u200b Mill' })).toEqual({ name: 'characters' });
  expect(findErrors({ ...good, play: '61' })).toEqual({ play_minutes: 'longer_than_slot' });
  expect(findNewVenueErrors({ ...newVenueDefaults, rupees: '800' })).toEqual({});
  const backwards = { firstStart: '09:00', lastStart: '06:00', rupees: '', outdoor: '0', indoor: '0' };
  expect(findNewVenueErrors(backwards)).toEqual({
    last_minute: 'before_first',
    price_paise: 'range',
    outdoor: 'required',
  });
});

test('the price of a slot is from ₹0 to ₹10,00,000', () => {
  const errorOf = (rupees: string) => findNewVenueErrors({ ...newVenueDefaults, rupees })['price_paise'];
  expect(['0', '10,00,000'].map(errorOf)).toEqual([undefined, undefined]);
  expect(['-1', '1000000.01', 'free'].map(errorOf)).toEqual(['range', 'range', 'range']);
});

test('a price is sent to the paisa', () => {
  const sent = newVenueOf(newDraft('Asia/Kolkata'), { ...newVenueDefaults, rupees: '799.50' });
  expect([sent.price_paise, sent.first_minute, sent.last_minute, sent.outdoor]).toEqual([79_950, 360, 1_320, 4]);
});
