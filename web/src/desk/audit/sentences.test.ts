import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '@/lib/language';
import { deskAudit as gujarati } from '@/languages/gu/desk-audit';
import { deskAudit as hindi } from '@/languages/hi/desk-audit';
import { deskAudit as marathi } from '@/languages/mr/desk-audit';
import type { Entry } from './audit';
import { changesOf, doerOf, sentenceOf, verbKey, type EntryContext } from './sentences';
import { auditTexts } from './texts';

const ROOT = join(import.meta.dirname, '../../../../crates');

/** The sources of the server that can write an entry. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((file) => {
    const path = join(folder, file.name);
    if (file.isDirectory()) return file.name === 'tests' || file.name === 'target' ? [] : sources(path);
    if (!file.name.endsWith('.rs')) return [];
    const [code = ''] = readFileSync(path, 'utf8').split('#[cfg(test)]\nmod ');
    return [code];
  });
}

/** The verbs and the kinds of subjects with which the code makes entries. */
function entriesIn(text: string): { verb: string; kind: string }[] {
  const calls = text.matchAll(/Entry::(?:added|changed|removed|happened)\(\s*"([\w.]+)",\s*"(\w+)"/g);
  // A function of the same file makes entries of several verbs.
  const [, shared = ''] = /Entry::\w+\(verb, "(\w+)"/.exec(text) ?? [];
  const verbs = shared === '' ? [] : text.matchAll(/[^\w:]entry\("([\w.]+)"/g);
  return [
    ...[...calls].map(([, verb = '', kind = '']) => ({ verb, kind })),
    ...[...verbs].map(([, verb = '']) => ({ verb, kind: shared })),
  ];
}

/** Structs beside an entry that derive `Serialize` and are requests, not facts of the entry. */
const NO_FACTS = new Set(['ChangeCoupon', 'Input', 'VenueEdit']);
/** Structs that are both the answer to a request and the facts of its entry. */
const ANSWERS = new Set(['AnsweredForPlayer', 'Reopened']);

/** The names of the fields that the entries of a source have, or those of the facts that it keeps for its neighbours. */
function fieldsOf(text: string): string[] {
  const hasFacts = /Entry::(?:added|changed|removed)\(/.test(text) || /^pub\(super\) struct \w+Facts\b/m.test(text);
  if (!hasFacts) return [];
  const structs = text.matchAll(/#\[derive\(([^)]*)\)\]\s*(?:pub(?:\(\w+\))? )?struct (\w+)(?:<[^>]*>)? \{([^}]*)\}/g);
  const bodies = [...structs].flatMap(([, traits = '', name = '', body = '']) => {
    const isFact = ANSWERS.has(name) || (!traits.includes('Deserialize') && !NO_FACTS.has(name));
    return /\bSerialize\b/.test(traits) && isFact ? [body] : [];
  });
  const written = Array.from(text.matchAll(/json!\(\{([^}]*)\}\)/g), ([, body = '']) => body);
  return [
    ...namesIn(withStoredNames(bodies.join('\n')), /^\s*(?:pub(?:\(\w+\))? )?(\w+):/gm),
    ...namesIn(written.join('\n'), /"(\w+)":/g),
  ];
}

/** The fields of structs under the names with which they are stored. */
function withStoredNames(fields: string): string {
  return fields.replaceAll(/#\[serde\(rename = "(\w+)"\)\]\s*(?:pub(?:\(\w+\))? )?\w+:/g, '$1:');
}

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name);
}

const code = sources(ROOT);
const all = code.flatMap(entriesIn);
const entry = (changes: Partial<Entry>): Entry => ({
  id: 7,
  at: '2026-11-22T12:30:00Z',
  staff: '48',
  approver: null,
  device: null,
  venue: 1,
  verb: 'booking.moved',
  subject_kind: 'booking',
  subject_id: '4820193756',
  before: null,
  after: null,
  reason: null,
  ...changes,
});
const context: EntryContext = {
  names: { staff: { 48: 'Kiran Joshi', 49: 'Nisha Rao' }, players: { 41: 'Rohan Mehta' }, courts: { 23: 'Court 3' } },
  venues: [{ id: 1, name: 'Old Mill' }],
  zone: 'Asia/Kolkata',
};

afterEach(() => setLanguage('en'));

test('every verb of the code has a sentence, and every sentence has a verb of the code', () => {
  const verbs = new Set(all.map(({ verb }) => verbKey(verb)));
  expect(verbs.size).toBeGreaterThan(40);
  expect([...verbs].toSorted()).toEqual(Object.keys(auditTexts.verbs).toSorted());
});

test.each([
  ['hi', hindi],
  ['gu', gujarati],
  ['mr', marathi],
] as const)('in %s every verb of the code has a sentence in that language', (language, translations) => {
  const english = all.map(({ verb }) => sentenceOf(entry({ verb, subject_kind: 'session' }), context));
  setLanguage(language, translations);
  const said = all.map(({ verb }) => sentenceOf(entry({ verb, subject_kind: 'session' }), context));
  for (const [index, sentence] of said.entries()) expect(sentence).not.toBe(english[index]);
});

test('every subject of the code but a session and a hold has a name', () => {
  const kinds = new Set(all.map(({ kind }) => kind));
  const named = new Set([...Object.keys(auditTexts.subjects), 'session', 'desk_hold']);
  expect([...kinds].filter((kind) => !named.has(kind))).toEqual([]);
});

test('the test finds a verb without a sentence', () => {
  expect(entriesIn('Entry::added(\n    "court.painted",\n    "net", 3)')).toEqual([
    { verb: 'court.painted', kind: 'net' },
  ]);
  expect(sentenceOf(entry({ verb: 'court.painted', subject_kind: 'net' }), context)).toBe(
    'Something else (court.painted)',
  );
});

test('every field of the code has a name', () => {
  const fields = new Set(code.flatMap(fieldsOf));
  expect(fields.size).toBeGreaterThan(50);
  expect([...fields].filter((field) => !Object.hasOwn(auditTexts.fields, field))).toEqual([]);
  const source =
    '#[derive(Serialize)]\nstruct Facts<\'a> {\n    odd: &\'a str,\n}\nEntry::added("a.b", "c", 3, &facts)';
  expect(fieldsOf(source)).toEqual(['odd']);
});

test('every field of the brand has a name', () => {
  const source = readFileSync(join(ROOT, 'app/src/platform/brand.rs'), 'utf8');
  const [, body = ''] = /^pub struct Brand \{([^}]*)\}/m.exec(source) ?? [];
  // A change of `texts` is written as a field for the text that was changed, which has no name of its own.
  const fields = namesIn(body, /^\s*pub (\w+):/gm).filter((name) => name !== 'texts');
  expect(fields.length).toBeGreaterThan(30);
  const nameless = fields.filter((name) => {
    const [shown = ''] = changesOf(entry({ subject_kind: 'brand', after: { [name]: 1 } }), context);
    return shown === '' || shown.startsWith(name.replaceAll('_', ' '));
  });
  expect(nameless).toEqual([]);
});

test('a closure names its courts, its day and its hours', () => {
  const made = entry({
    verb: 'closure.made',
    subject_kind: 'closure',
    after: {
      courts: [23, 99],
      day: '2026-11-22',
      from_minute: 1104,
      until_minute: 1260,
      cause: 'wet_court',
      running_games: 'half',
    },
  });
  expect(changesOf(made, context)).toEqual([
    'Courts: Court 3, –',
    'Day: Sun 22 Nov',
    'From: 6:24 PM',
    'Until: 9 PM',
    'Cause: wet court',
    'Games that were on: half back',
  ]);
  const moved = entry({ verb: 'offer.moved', after: { venue: 1, court: 23, minute: 1140, back_paise: 10_050 } });
  expect(changesOf(moved, context)).toEqual(['Venue: Old Mill', 'Court: Court 3', 'Hour: 7 PM', 'Goes back: ₹100.50']);
});

test('the hours of a closure are those that it closed, or those that were opened again', () => {
  const closure = { subject_kind: 'closure', subject_id: '12' };
  const made = entry({ ...closure, verb: 'closure.made', after: { slots: 4, bookings: 1 } });
  expect(changesOf(made, context)).toEqual(['Hours: 4', 'Bookings ended: 1']);
  const reopened = entry({
    ...closure,
    verb: 'closure.reopened',
    after: { slots: 3, called_back: 1, unanswered: 0 },
  });
  expect(changesOf(reopened, context)).toEqual(['Hours: 3', 'Games given back: 1', 'Without an answer: 0']);
});

test('a reviewed count says how many payments of cash were in it, not an amount', () => {
  const reviewed = entry({ verb: 'shift.reviewed', subject_kind: 'shift', after: { counted_cash: 2 } });
  expect(changesOf(reviewed, context)).toEqual(['Cash payments without a network: 2']);
});

test('a change says from what to what, in words', () => {
  const moved = entry({
    before: { slot: [23, '2026-11-22', 1140], price_paise: 80_000 },
    after: { slot: [99, '2026-11-23', 1200], price_paise: 100_000 },
  });
  expect(sentenceOf(moved, context)).toBe('Moved a booking: booking 4820193756');
  expect(changesOf(moved, context)).toEqual([
    'Place: Court 3, Sun 22 Nov, 7 PM → –, Mon 23 Nov, 8 PM',
    'Price: ₹800 → ₹1,000',
  ]);
  const changed = entry({
    verb: 'staff.changed',
    subject_kind: 'staff',
    subject_id: '49',
    before: { role: 'desk', venues: [], denied: [], active: false },
    after: { role: 'manager', venues: [1, 2], denied: ['payment.void', 'booking.waive'], active: true },
  });
  expect(sentenceOf(changed, context)).toBe('Changed a member of staff: Nisha Rao');
  expect(changesOf(changed, context)).toEqual([
    'Role: Desk → Manager',
    'Venues: nothing → Old Mill, 2',
    // The desk cannot deny the second one; it has no words.
    'May not: nothing → void payments, booking.waive',
    'May sign in: no → yes',
  ]);
});

test('a person who becomes an owner has all venues, not none', () => {
  const changed = entry({
    verb: 'staff.changed',
    subject_kind: 'staff',
    subject_id: '49',
    before: { role: 'desk', venues: [1] },
    after: { role: 'owner', venues: [] },
  });
  expect(changesOf(changed, context)).toEqual(['Role: Desk → Owner', 'Venues: Old Mill → All venues']);
});

test('a coupon that is no longer limited to some venues is valid at all of them, not at none', () => {
  const changed = entry({
    verb: 'coupon.changed',
    subject_kind: 'coupon',
    subject_id: 'DINK10',
    before: { venues: [1], total_limit: 100 },
    after: {},
  });
  expect(changesOf(changed, context)).toEqual(['Venues: Old Mill → All venues', 'Uses in all: 100 → –']);
});

test('what a person typed is shown as typed, also if the server has a word for the same', () => {
  const settled = entry({ subject_kind: 'refund', after: { status: 'approved', reference: 'approved' } });
  expect(changesOf(settled, context)).toEqual(['Status: to give back', 'Reference: approved']);
  const noted = entry({ verb: 'note.written', after: { about: 'booking', note: 'absent' } });
  expect(changesOf(noted, context)).toEqual(['About: this booking', 'Note: absent']);
});

test('what was typed for a venue or for the brand stays as typed in Hindi', () => {
  setLanguage('hi', hindi);
  const valuesOf = (subject_kind: string, after: Record<string, unknown>) =>
    changesOf(entry({ subject_kind, after }), context).map((change) => change.slice(change.indexOf(': ') + 2));
  expect(valuesOf('venue', { facilities: ['lights', 'cash'], order: ['rain', 'Old Mill'], cause: 'lights' })).toEqual([
    'lights, cash',
    'rain, Old Mill',
    'लाइट',
  ]);
  const brand = {
    short_name: 'power',
    tagline: 'all',
    hero_title: 'played',
    legal_name: 'owner',
    grievance_officer: 'manager',
    jurisdiction: 'other',
    place_of_supply: 'desk',
  };
  expect(valuesOf('brand', brand)).toEqual(Object.values(brand));
});

test('a day until which or from which something counts is in words, with its year', () => {
  const blocked = entry({
    verb: 'player.blocked',
    subject_kind: 'player',
    before: { blocked_until: null },
    after: { blocked_until: '2027-01-05' },
  });
  expect(changesOf(blocked, context)).toEqual(['Blocked until: – → 5 January 2027']);
  const published = entry({
    verb: 'prices.published',
    subject_kind: 'price_version',
    after: { valid_from: '2027-02-01' },
  });
  expect(changesOf(published, context)).toEqual(['Valid from: 1 February 2027']);
});

test('every permission that the desk can deny has words', () => {
  const source = readFileSync(join(import.meta.dirname, '../staff/staff.ts'), 'utf8');
  const [, list = ''] = /^export const DENIABLE = \[([\s\S]*?)^\]/m.exec(source) ?? [];
  const denied = namesIn(list, /'(\w+\.\w+)'/g);
  expect(denied).toHaveLength(5);
  const [shown = ''] = changesOf(entry({ verb: 'staff.added', subject_kind: 'staff', after: { denied } }), context);
  for (const permission of denied) expect(shown).not.toContain(permission);
});

test('a change of the brand says what its outdoor courts, its refunds and its tax become', () => {
  const changed = entry({
    verb: 'brand.changed',
    subject_kind: 'brand',
    subject_id: '1',
    before: { court: null, gst_rate: null, hold_seconds: 600, refund_minute: 660, refund_weekday: 1 },
    after: { court: '#1f5c3a', gst_rate: 1_250, hold_seconds: 90, refund_minute: 690, refund_weekday: 7 },
  });
  expect(changesOf(changed, context)).toEqual([
    'Colour of outdoor courts: – → #1f5c3a',
    'GST in the price, %: – → 12.5',
    'A court is held for a player who books, seconds: 600 → 90',
    'Refunds are sent from this time of day on: 11 AM → 11:30 AM',
    'Refunds are sent on: Mon → Sun',
  ]);
});

test('a payment names its booking by another word than the one for the sequence of venues', () => {
  const placed = entry({
    verb: 'payment.placed',
    subject_kind: 'payment',
    subject_id: '4711',
    after: { order: 4820193756, note: 'In the box' },
  });
  expect(changesOf(placed, context)).toEqual(['Booking: 4820193756', 'Note: In the box']);
  const ordered = entry({ verb: 'venues.ordered', subject_kind: 'venue', after: { order: ['Old Mill', 'Hillside'] } });
  expect(changesOf(ordered, context)).toEqual(['Order: Old Mill, Hillside']);
  setLanguage('hi', hindi);
  expect(changesOf(placed, context)[0]).toBe('बुकिंग: 4820193756');
});

test('a decision about money without a network says in words why the payment was refused', () => {
  const decided = entry({
    verb: 'payment.decided',
    after: { decision: 'kept', refusal: 'nothing_due', note: '' },
  });
  expect(changesOf(decided, context)).toEqual([
    'Where the money is: kept at the desk',
    'Why it was refused: The booking was paid meanwhile. Nothing is due.',
    'Note: –',
  ]);
  const unknown = entry({ verb: 'payment.decided', after: { refusal: 'of_a_newer_server' } });
  expect(changesOf(unknown, context)).toEqual(['Why it was refused: of_a_newer_server']);
});

test('an entry about something new says what it is and who made it', () => {
  const taken = entry({
    verb: 'payment.taken',
    subject_kind: 'payment',
    subject_id: '4711',
    after: { tender: 'upi_own', amount_paise: 85_050, orders: [4820193756], receipt: 'D1/26-27/000001', odd_fact: 3 },
  });
  expect(sentenceOf(taken, context)).toBe('Took a payment: payment 4711');
  expect(changesOf(taken, context)).toEqual([
    'Way of paying: UPI',
    'Amount: ₹850.50',
    'Bookings: 4820193756',
    'Receipt: D1/26-27/000001',
    'odd fact: 3',
  ]);
  expect([doerOf(taken, context.names), doerOf({ staff: null }, context.names)]).toEqual(['Kiran Joshi', 'Server']);
  expect(sentenceOf(entry({ verb: 'pin.set', subject_kind: 'staff', subject_id: '48' }), context)).toBe('Set a PIN');
});

test('a message is named by the booking or the closure that it is about', () => {
  const seen = (subject_id: string) =>
    sentenceOf(entry({ verb: 'message.read', subject_kind: 'message', subject_id }), context);
  expect(seen('4820193756.confirmed.text')).toMatch(/booking 4820193756$/);
  expect(seen('closure-834563020265133-635884613522.closure_offer.text')).toMatch(/closure 834563020265133$/);
});
