import { courtName } from '@/lib/court-name';
import { chipDay, dateTimeText, fullDay, hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { messageOf } from '@/desk/api/problem';
import { weekdayName } from '@/desk/lib/weekdays';
import { recordsTexts } from '@/desk/records/texts';
import type { Entry, Names } from './audit';
import { auditTexts } from './texts';

/** What is needed to put an entry into words besides the entry: names, venues, and the time zone of its times. */
export interface EntryContext {
  names: Names;
  venues: readonly { id: number; name: string }[];
  zone: string;
}

/** The sign for a missing value. */
const NONE = '–';

/** The names in the texts of fields that mean something else for one kind of subject, by `kind.field`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  // Elsewhere the id of a court.
  'brand.court': 'court_colour',
  // Elsewhere the sequence of venues.
  'payment.order': 'booking',
};

/** Fields with a day that may be far away. */
const DAYS: ReadonlySet<string> = new Set(['blocked_until', 'from_day', 'terms_since', 'until_day', 'valid_from']);

/** Fields with what a person typed: it is shown as it was typed, also if the server has a stable name that is the same word. */
const TYPED: ReadonlySet<string> = new Set([
  'address',
  'contact_name',
  'facilities',
  'firm',
  'full_name',
  'grievance_officer',
  'hero_title',
  'jurisdiction',
  'label',
  'legal_name',
  'location',
  'name',
  'note',
  // The names of venues.
  'order',
  'place_of_supply',
  'reference',
  'short_name',
  'tagline',
  'venue_name',
]);

type Facts = Readonly<Record<string, unknown>>;

/** The name of a verb's sentence: `booking.moved` is `booking_moved`. */
export function verbKey(verb: string): string {
  return verb.replaceAll('.', '_');
}

/** Says what was done, and to what. */
export function sentenceOf(entry: Entry, context: EntryContext): string {
  const verb = verbKey(entry.verb);
  const done = Object.hasOwn(auditTexts.verbs, verb)
    ? auditTexts.verbs[verb as keyof typeof auditTexts.verbs]
    : auditTexts.unknown(entry.verb);
  const subject = subjectOf(entry, context.names);
  return subject === null ? done : `${done}: ${subject}`;
}

/** Names the person or thing that it was done to; null if the verb alone says it. */
function subjectOf({ subject_kind: kind, subject_id: id, after, before, staff }: Entry, names: Names): string | null {
  if (kind === 'staff') return id === staff ? null : (names.staff[id] ?? auditTexts.subjects.staff(id));
  if (kind === 'player') return names.players[id] ?? auditTexts.subjects.player(id);
  if (kind === 'device') {
    const label = factsOf(after)['label'] ?? factsOf(before)['label'];
    return typeof label === 'string' ? label : auditTexts.subjects.device(id);
  }
  if (kind === 'message') {
    // A message's key begins with what it is about.
    const [, order, closure] = /^(?:(\d{10})[.-]|closure-(\d+)-)/.exec(id) ?? [];
    if (order !== undefined) return auditTexts.subjects.booking(order);
    if (closure !== undefined) return auditTexts.subjects.closure(closure);
  }
  if (!Object.hasOwn(auditTexts.subjects, kind)) return null;
  return auditTexts.subjects[kind as keyof typeof auditTexts.subjects](id);
}

/** Names who did it: a member of staff, or the server itself, such as a job or a command of its operator. */
export function doerOf({ staff }: Pick<Entry, 'staff'>, names: Names): string {
  return staff === null ? auditTexts.server : (names.staff[staff] ?? auditTexts.subjects.staff(staff));
}

/** Puts each field of an entry into words: how it changed, or the value that was added or removed. */
export function changesOf(
  { before, after, subject_kind: kind }: Pick<Entry, 'before' | 'after' | 'subject_kind'>,
  context: EntryContext,
): string[] {
  const [old, now] = [withVenuesOfOwner(factsOf(before)), withVenuesOfOwner(factsOf(after))];
  const isChange = before !== null && after !== null;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((key) => {
    const name = OTHER_NAMES[`${kind}.${key}`] ?? key;
    const field = Object.hasOwn(auditTexts.fields, name)
      ? auditTexts.fields[name as keyof typeof auditTexts.fields]
      : name.replaceAll('_', ' ');
    // A coupon that names no venues is valid at all of them.
    const missing = kind === 'coupon' && key === 'venues' ? recordsTexts.allVenues : undefined;
    const valueIn = (facts: Facts) => valueOf(name, facts[key] ?? missing, context);
    if (isChange) return auditTexts.change(field, valueIn(old), valueIn(now));
    return auditTexts.fact(field, valueOf(name, now[key] ?? old[key], context));
  });
}

function factsOf(facts: unknown): Facts {
  return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? (facts as Facts) : {};
}

/** The same facts; those of an owner, who has every venue, list none and get words for all of them. */
function withVenuesOfOwner(facts: Facts): Facts {
  return facts['role'] === 'owner' && 'venues' in facts ? { ...facts, venues: recordsTexts.allVenues } : facts;
}

function valueOf(name: string, value: unknown, context: EntryContext): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? auditTexts.yes : auditTexts.no;
  if (name.endsWith('_paise') && typeof value === 'number') return rupees(value / 100);
  if (name === 'slot') return placeOf(value, context.names);
  if (name === 'court') return courtOf(value, context.names);
  if (name === 'venue') return venueOf(value, context);
  if (name === 'day') return chipDay(text(value));
  if (DAYS.has(name)) return fullDay(text(value));
  if (name === 'minute' || name.endsWith('_minute')) return hourText(Number(value));
  // Stored as 1 (Monday) to 7.
  if (name === 'refund_weekday' && typeof value === 'number') return weekdayName(value - 1);
  // Stored in hundredths of a percent.
  if (name === 'gst_rate' && typeof value === 'number') return String(value / 100);
  // Stored as the code of the problem.
  if (name === 'refusal') return messageOf(text(value)) ?? text(value);
  if (name === 'customer') return context.names.players[text(value)] ?? text(value);
  if (name === 'by') return context.names.staff[text(value)] ?? text(value);
  if ((name === 'at' || name.endsWith('_at')) && typeof value === 'string') return dateTimeText(value, context.zone);
  if (Array.isArray(value)) {
    if (value.length === 0) return auditTexts.nothing;
    return value.map((one) => partOf(name, one, context)).join(', ');
  }
  return wordOf(name, value);
}

/** Puts one value of a list into words. */
function partOf(name: string, value: unknown, context: EntryContext): string {
  if (name === 'venues') return venueOf(value, context);
  if (name === 'denied') return permissionOf(value);
  return name === 'courts' ? courtOf(value, context.names) : wordOf(name, value);
}

function courtOf(id: unknown, { courts }: Names): string {
  const name = courts[text(id)];
  return name === undefined ? NONE : courtName(name);
}

function venueOf(id: unknown, { venues }: EntryContext): string {
  return venues.find((venue) => venue.id === id)?.name ?? text(id);
}

/** Puts a slot of the server, with court, day and minute, into words. */
function placeOf(slot: unknown, names: Names): string {
  if (!Array.isArray(slot)) return text(slot);
  const [court, day, minute] = slot as unknown[];
  return auditTexts.place(courtOf(court, names), chipDay(text(day)), hourText(Number(minute)));
}

/** Puts a stable name of the server into words of the chosen language; returns anything else, and what a person typed, as it came. */
function wordOf(name: string, value: unknown): string {
  const word = text(value);
  if (TYPED.has(name)) return word;
  return Object.hasOwn(auditTexts.values, word) ? auditTexts.values[word as keyof typeof auditTexts.values] : word;
}

/** Puts the name of a permission that the desk can deny into words; returns any other one as it came. */
function permissionOf(value: unknown): string {
  const permission = text(value);
  const word = permission.replaceAll('.', '_');
  return Object.hasOwn(auditTexts.values, word)
    ? auditTexts.values[word as keyof typeof auditTexts.values]
    : permission;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
