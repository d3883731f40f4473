import { countCharacters } from '@/lib/count-characters';
import { hasHiddenCharacter } from '@/lib/hidden-characters';
import { MOST_PRICE_PAISE, typedPaise } from '@/desk/lib/typed-paise';
import { minuteOf } from '@/desk/lib/field-time';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { LONGEST_SLOT_MINUTES } from '@/desk/lib/slots';
import type { Change, Court, CourtFields, Fields, NewVenue, Venue } from './venues';

/** What is typed into the form of a venue. */
export interface Draft {
  name: string;
  location: string;
  address: string;
  map: string;
  upi: string;
  zone: string;
  slot: string;
  play: string;
  image: string;
  gallery: readonly string[];
  facilities: readonly string[];
}

/** The fields of a new venue only. */
export interface NewVenueDraft {
  /** The first and the last start of each day, "06:00". */
  firstStart: string;
  lastStart: string;
  /** The price of a slot, whatever its length. */
  rupees: string;
  /** The numbers of courts. */
  outdoor: string;
  indoor: string;
}

/** A court in the form; `isNew` until it is saved. */
export interface CourtDraft {
  number: number;
  name: string;
  isIndoor: boolean;
  isActive: boolean;
  isNew: boolean;
  /** What is typed as the number of a new court, while it cannot be its number. */
  wrongNumber?: string;
}

/** The wrong fields, each with the error code that the server has for it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The most characters of an address or the address of a map, as on the server. */
const LONGEST_TEXT = 500;
/** The most courts of a venue, and the highest number that a court can have. */
export const MOST_COURTS = 99;

/** A new venue in this time zone. */
export function newDraft(zone: string): Draft {
  return {
    name: '',
    location: '',
    address: '',
    map: '',
    upi: '',
    zone,
    slot: '60',
    play: '55',
    image: '',
    gallery: [],
    facilities: [],
  };
}

/** What the form of a new venue begins with. */
export const newVenueDefaults: NewVenueDraft = {
  firstStart: '06:00',
  lastStart: '22:00',
  rupees: '',
  outdoor: '4',
  indoor: '0',
};

/** What the form of an existing venue shows. */
export function draftOf({ fields }: Venue): Draft {
  return {
    name: fields.name,
    location: fields.location,
    address: fields.address,
    map: fields.map_url ?? '',
    upi: fields.upi_address ?? '',
    zone: fields.time_zone,
    slot: String(fields.slot_minutes),
    play: String(fields.play_minutes),
    image: fields.image,
    gallery: fields.gallery,
    facilities: fields.facilities,
  };
}

/** The courts of a venue in the form. */
export function courtsOf({ courts }: Venue): CourtDraft[] {
  return courts.map((court) => courtDraft(court));
}

function courtDraft({ number, name, is_indoor, is_active }: Court): CourtDraft {
  return { number, name, isIndoor: is_indoor, isActive: is_active, isNew: false };
}

/** The number that a new court gets: the first that no court has. */
export function nextNumber(courts: readonly CourtDraft[]): number {
  const taken = new Set(courts.map(({ number }) => number));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

export function byNumber(one: CourtDraft, other: CourtDraft): number {
  return one.number - other.number;
}

/** What is wrong with the number that is typed for a new court beside the others; undefined if it is right. */
export function courtNumberError(typed: string, others: readonly CourtDraft[]): 'range' | 'twice' | undefined {
  const number = typedWholeNumber(typed);
  if (number === null || number < 1 || number > MOST_COURTS) return 'range';
  return hasNumber(others, number) ? 'twice' : undefined;
}

/**
 * Gives each new court the number that is typed for it, once no other court has it. A court that gets its number may
 * free the one that another court waits for.
 */
export function takeFreedNumbers(courts: readonly CourtDraft[]): CourtDraft[] {
  const next = [...courts];
  for (;;) {
    const at = next.findIndex(
      ({ wrongNumber }, own) =>
        wrongNumber !== undefined && courtNumberError(wrongNumber, next.toSpliced(own, 1)) === undefined,
    );
    const found = next[at];
    if (found === undefined) return next.toSorted(byNumber);
    const { wrongNumber, ...court } = found;
    next[at] = { ...court, number: Number(wrongNumber) };
  }
}

/** The changes from `old` to `draft`, on top of the newer `fresh`. */
export function rebaseFields<T extends object>(draft: T, old: T, fresh: T): T {
  const merged = { ...fresh };
  for (const key of Object.keys(draft) as (keyof T)[]) {
    if (!isSame(draft[key], old[key])) merged[key] = draft[key];
  }
  return merged;
}

/**
 * The courts that differ between `old` and `edited`, on top of the courts in `fresh`. A court that `fresh` has as it
 * was typed is no change. A new court whose number `fresh` gives to another court gets the first free number.
 */
export function rebaseCourts(
  edited: readonly CourtDraft[],
  old: readonly CourtDraft[],
  fresh: readonly CourtDraft[],
): CourtDraft[] {
  const changed = edited.filter(
    (court) =>
      !isSame(
        court,
        old.find(({ number }) => number === court.number),
      ) && !fresh.some((one) => isSameCourt(one, court)),
  );
  // A new court that `old` has already is the own one, and is saved by now.
  const isTaken = ({ isNew, number }: CourtDraft) => isNew && !hasNumber(old, number) && hasNumber(fresh, number);
  const kept = changed.filter((court) => !isTaken(court));
  const courts = [
    ...fresh.filter(({ number }) => !hasNumber(kept, number)),
    ...kept.map((court) => (hasNumber(fresh, court.number) ? asSaved(court) : court)),
  ];
  for (const court of changed.filter((one) => isTaken(one))) courts.push({ ...court, number: nextNumber(courts) });
  return courts.toSorted(byNumber);
}

function asSaved(court: CourtDraft): CourtDraft {
  return { ...court, isNew: false };
}

/** Whether a court that was read is the one that was typed; without a name it is named by its number. */
function isSameCourt(read: CourtDraft, typed: CourtDraft): boolean {
  const { number, name, isIndoor, isActive, wrongNumber } = typed;
  return (
    wrongNumber === undefined &&
    read.number === number &&
    read.name === (name.trim() || `Court ${number}`) &&
    read.isIndoor === isIndoor &&
    read.isActive === isActive
  );
}

function hasNumber(courts: readonly CourtDraft[], number: number): boolean {
  return courts.some((court) => court.number === number);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The body with the fields of a venue. */
export function fieldsOf(draft: Draft): Fields {
  return {
    name: draft.name.trim(),
    location: draft.location.trim(),
    address: draft.address.trim(),
    map_url: draft.map.trim() || null,
    upi_address: draft.upi.trim() || null,
    time_zone: draft.zone,
    slot_minutes: typedWholeNumber(draft.slot) ?? 0,
    play_minutes: typedWholeNumber(draft.play) ?? 0,
    image: draft.image,
    gallery: [...draft.gallery],
    facilities: [...draft.facilities],
  };
}

/** What differs from the venue: empty if nothing does. */
export function changeOf(venue: Venue, draft: Draft, courts: readonly CourtDraft[]): Partial<Change> {
  const fields = fieldsOf(draft);
  const own = courtsOf(venue);
  const changed = courts.filter(
    (court) =>
      !isSame(
        court,
        own.find(({ number }) => number === court.number),
      ),
  );
  return {
    ...(!isSame(fields, fieldsOf(draftOf(venue))) && { fields }),
    ...(changed.length > 0 && { courts: changed.map((court) => courtFields(court)) }),
  };
}

function courtFields({ number, name, isIndoor, isActive }: CourtDraft): CourtFields {
  return { number, name: name.trim(), is_indoor: isIndoor, is_active: isActive };
}

/** The body that adds a venue. */
export function newVenueOf(draft: Draft, forNew: NewVenueDraft): NewVenue {
  return {
    fields: fieldsOf(draft),
    first_minute: minuteOf(forNew.firstStart) ?? 0,
    last_minute: minuteOf(forNew.lastStart) ?? 0,
    price_paise: typedPaise(forNew.rupees) ?? 0,
    outdoor: typedWholeNumber(forNew.outdoor) ?? 0,
    indoor: typedWholeNumber(forNew.indoor) ?? 0,
  };
}

/** The texts and the minutes of a venue that are not right, by the server's rules. */
export function findErrors(draft: Draft): Record<string, string> {
  const wrong: Record<string, string> = {};
  const checkText = (field: string, text: string, most: number) => {
    if (text.trim() === '') wrong[field] = 'required';
    else if (countCharacters(text.trim()) > most) wrong[field] = 'length';
    else if (hasHiddenCharacter(text.trim())) wrong[field] = 'characters';
  };
  checkText('name', draft.name, LONGEST_NAME);
  checkText('location', draft.location, LONGEST_NAME);
  checkText('address', draft.address, LONGEST_TEXT);
  const map = draft.map.trim();
  if (map !== '' && (map.length > LONGEST_TEXT || !/^https:\/\/[!#-;=?-~]+$/.test(map)))
    wrong['map_url'] = 'not_a_link';
  if (draft.upi.trim() !== '' && !/^[\w.-]{2,}@[\dA-Za-z]{2,}$/.test(draft.upi.trim()))
    wrong['upi_address'] = 'not_upi';
  const [slot, play] = [typedWholeNumber(draft.slot), typedWholeNumber(draft.play)];
  if (slot === null || slot < 15 || slot > LONGEST_SLOT_MINUTES) wrong['slot_minutes'] = 'range';
  if (play === null || play < 5 || play > LONGEST_SLOT_MINUTES) wrong['play_minutes'] = 'range';
  else if (slot !== null && play > slot) wrong['play_minutes'] = 'longer_than_slot';
  return wrong;
}

/** The error code of a court's name, by the server's rules; undefined if the name is right. */
export function courtNameError({ name }: CourtDraft): string | undefined {
  return hasHiddenCharacter(name.trim()) ? 'characters' : undefined;
}

/** The fields of a new venue only that are not right, by the server's rules. */
export function findNewVenueErrors(forNew: NewVenueDraft): Record<string, string> {
  const wrong: Record<string, string> = {};
  const [from, until] = [minuteOf(forNew.firstStart), minuteOf(forNew.lastStart)];
  if (from === null) wrong['first_minute'] = 'range';
  if (until === null) wrong['last_minute'] = 'range';
  else if (from !== null && until < from) wrong['last_minute'] = 'before_first';
  const price = typedPaise(forNew.rupees);
  if (price === null || price > MOST_PRICE_PAISE) wrong['price_paise'] = 'range';
  const [outdoor, indoor] = [typedWholeNumber(forNew.outdoor), typedWholeNumber(forNew.indoor)];
  if (outdoor === null) wrong['outdoor'] = 'range';
  else if (indoor === null) wrong['indoor'] = 'range';
  else if (outdoor + indoor === 0) wrong['outdoor'] = 'required';
  else if (outdoor + indoor > MOST_COURTS) wrong['outdoor'] = 'range';
  return wrong;
}

/** A whole number of at most three digits; null if it is not one. */
export function typedWholeNumber(typed: string): number | null {
  return /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : null;
}
