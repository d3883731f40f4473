import { vi } from 'vitest';
import type { QueuedFact } from '@/desk/api/fact';
import type { components, paths } from '@/desk/api/schema';

type Schemas = components['schemas'];
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A call of the desk's API by method and path: `PUT /api/desk/bookings/{order}/attendance`. */
export type DeskCall = {
  [Path in keyof paths]: `${Uppercase<Extract<keyof paths[Path], Method>>} ${Path}`;
}[keyof paths];

type ResponsesOf<C extends DeskCall> = C extends `${infer Name} ${infer Path extends keyof paths}`
  ? paths[Path] extends Record<Lowercase<Name>, { responses: infer Described }>
    ? Described
    : never
  : never;

type Body<Described> = Described extends { content: { 'application/json': infer Json } }
  ? Json
  : Described extends { content: { 'application/problem+json': infer Problem } }
    ? Partial<Problem> & { code: string }
    : null;

/**
 * A reply that the desk's description allows: a body of status 200 or 201, which is sent with 200; a status with its
 * body; or 'no network' for a call without a reply.
 */
export type DeskReply<C extends DeskCall> =
  | {
      [Status in keyof ResponsesOf<C>]: Status extends 200 | 201 ? Body<ResponsesOf<C>[Status]> : never;
    }[keyof ResponsesOf<C>]
  | {
      [Status in keyof ResponsesOf<C>]: readonly [status: Status, body: Body<ResponsesOf<C>[Status]>];
    }[keyof ResponsesOf<C>]
  | 'no network';

/** A request that the stand-in received. */
export interface DeskRequest {
  call: DeskCall;
  /** The parts of the path that its braces name. */
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown> | null;
  key: string | null;
  ifMatch: string | null;
  ifNoneMatch: string | null;
}

/** The replies of a test, by call. */
export type DeskReplies = {
  [C in DeskCall]?: (request: DeskRequest) => DeskReply<C> | Promise<DeskReply<C>>;
};

/** A refusal of the desk by its code. */
export function problem(code: string, more: Partial<Schemas['Problem']> = {}) {
  return { code, title: `${code}.`, ...more };
}

/**
 * Stubs the desk's API in a test; a call without a stub fails as without a network. The stream of events is refused.
 * Answers with a version get its ETag, and a request that has it gets 304. Returns the requests of stubbed calls.
 */
export function serveDesk(replies: DeskReplies): DeskRequest[] {
  const log: DeskRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const sent = new Request(new URL(address, location.origin), init);
    const url = new URL(sent.url);
    if (url.pathname.endsWith('/events')) return new Response(null, { status: 503 });
    const found = Object.keys(replies)
      .map((call) => ({ call: call as DeskCall, params: paramsIn(call, `${sent.method} ${url.pathname}`) }))
      .find(({ params }) => params !== null);
    if (found === undefined) throw new Error(`no reply prepared for ${sent.method} ${url.pathname}`);
    const text = await sent.text();
    const request: DeskRequest = {
      call: found.call,
      params: found.params ?? {},
      query: url.searchParams,
      body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
      key: sent.headers.get('idempotency-key'),
      ifMatch: sent.headers.get('if-match'),
      ifNoneMatch: sent.headers.get('if-none-match'),
    };
    log.push(request);
    const reply = await (replies as Record<string, AnyReply>)[found.call]?.(request);
    if (reply === undefined || reply === 'no network') throw new TypeError('network down');
    const [status, body] = Array.isArray(reply) ? (reply as [number, object | null]) : [200, reply];
    return respond(status, body, request.ifNoneMatch);
  });
  return log;
}

type AnyReply = (request: DeskRequest) => Promise<object | 'no network'> | object | 'no network';

/** The values of a call's braces in a request; null if the request is another call. */
function paramsIn(call: string, request: string): Record<string, string> | null {
  const pattern = call.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}$`).exec(request);
  return match === null ? null : { ...match.groups };
}

function respond(status: number, body: object | null, ifNoneMatch: string | null): Response {
  const etag = body !== null && 'version' in body ? `"${String(body.version)}"` : null;
  if (status === 200 && etag !== null && etag === ifNoneMatch) return new Response(null, { status: 304 });
  const headers = new Headers({ 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
  if (etag !== null) headers.set('etag', etag);
  return new Response(body === null ? null : JSON.stringify(body), { status, headers });
}

/** The person who is signed in. */
export const sampleMe: Schemas['Me'] = {
  staff: { id: '12', name: 'Nisha Trivedi', role: 'manager', language: 'en' },
  strength: 'totp',
  must_enrol: false,
  has_key: true,
  has_passkey: false,
  has_app: true,
  may_replace_app: false,
  has_pin: false,
  device: null,
  proof_until: null,
  business: {
    name: 'Baroda Pickleball Club',
    short_name: 'BPC',
    tax_invoices: false,
    has_brand: true,
    series_weeks: 26,
    check_in_minutes: 180,
    time_zone: 'Asia/Kolkata',
  },
  venues: [{ id: 1, name: 'Riverside Arena', time_zone: 'Asia/Kolkata', is_retired: false }],
  past_venues: [],
  permissions: { 'board.read': 'yes', 'attendance.mark': 'yes' },
};

/** The day of the samples, in Asia/Kolkata. */
export const SAMPLE_DAY = '2026-11-22';
const MIDNIGHT = Date.parse('2026-11-21T18:30:00Z');

/** The instant of a minute of {@link SAMPLE_DAY}, ISO 8601 UTC. */
export function sampleInstant(minute: number): string {
  return new Date(MIDNIGHT + minute * 60_000).toISOString();
}

/** A board of three courts, two of them outdoor, from 5 PM to 10 PM; it is 6:24 PM. */
export function sampleBoard(changes: Partial<Schemas['Board']> = {}): Schemas['Board'] {
  const starts = [1020, 1080, 1140, 1200, 1260].map((minute) => ({ minute, at: sampleInstant(minute) }));
  const courts: Schemas['Court'][] = [
    { id: 21, number: 1, name: 'Court 1', type: 'OUTDOOR' },
    { id: 22, number: 2, name: 'Court 2', type: 'OUTDOOR' },
    { id: 23, number: 3, name: 'Court 3', type: 'INDOOR' },
  ];
  return {
    venue: 1,
    day: SAMPLE_DAY,
    version: 'v1',
    now: sampleInstant(1104),
    slot_minutes: 60,
    play_minutes: 55,
    courts,
    starts,
    prices_paise: courts.map(() => starts.map(() => 100_000)),
    bookings: [],
    holds: [],
    desk_holds: [],
    blocks: [],
    cancelled: [],
    displaced: [],
    ...changes,
  };
}

/** A paid booking of court 3 at 7 PM. */
export function sampleBoardBooking(changes: Partial<Schemas['BoardBooking']> = {}): Schemas['BoardBooking'] {
  return {
    order: '4820193756',
    group: null,
    weekly: false,
    court: 23,
    minute: 1140,
    minutes: 60,
    play_minutes: (changes.minutes ?? 60) - 5,
    status: 'confirmed',
    attendance: null,
    attendance_at: null,
    name: 'Rohan Mehta',
    phone_tail: '1736',
    price_paise: 100_000,
    discount_paise: 0,
    paid_paise: 100_000,
    returned_paise: 0,
    due_paise: 0,
    payment_method: 'online',
    first_visit: false,
    notes: 0,
    version: 7,
    ...changes,
  };
}

/** ₹850 in cash, which a colleague took for a booking at 6:20 PM. */
export function sampleBookingPayment(changes: Partial<Schemas['BookingPayment']> = {}): Schemas['BookingPayment'] {
  return {
    id: '4711',
    qr: null,
    at: sampleInstant(1100),
    way: 'cash',
    amount_paise: 85_000,
    by: 'Kiran Joshi',
    by_id: '13',
    credit_notes: [],
    can_void: true,
    can_invoice: true,
    ...changes,
  };
}

/** The arrival of Rohan, which {@link sampleMe} noted at 6:20 PM and which waits on this device. */
export function sampleFact(changes: Partial<QueuedFact> = {}): QueuedFact {
  return {
    id: '1',
    venue: 1,
    staff: { id: '12', name: 'Nisha Trivedi' },
    order: '4820193756',
    label: 'Rohan Mehta, Court 3, 7 PM',
    at: sampleInstant(1100),
    offset_ms: 0,
    what: { kind: 'attendance', order: '4820193756', state: 'arrived' },
    refusal: null,
    ...changes,
  };
}

/** A QR code of the payment provider for ₹850, open until 6:40 PM. */
export function sampleQr(changes: Partial<Schemas['QrAnswer']> = {}): Schemas['QrAnswer'] {
  return {
    id: '5120',
    state: 'open',
    amount_paise: 85_000,
    content: 'upi://pay?pa=rzr.qr@icici&am=850.00&cu=INR',
    image_url: 'https://rzp.io/i/BWcUVrLp',
    closes_at: sampleInstant(1120),
    receipt: null,
    refunded: null,
    bookings: [],
    ...changes,
  };
}

/** A booking of court 3 at 7 PM with a coupon, to be paid at the court. */
export function sampleBooking(changes: Partial<Schemas['Booking']> = {}): Schemas['Booking'] {
  return {
    order: '4820193756',
    version: 7,
    venue: 1,
    day: SAMPLE_DAY,
    court: { id: 23, number: 3, name: 'Court 3', type: 'INDOOR' },
    minute: 1140,
    minutes: 60,
    play_minutes: 55,
    starts_at: sampleInstant(1140),
    ends_at: sampleInstant(1195),
    status: 'confirmed',
    attendance: null,
    attendance_at: null,
    attendance_by: null,
    player: { id: '9', name: 'Rohan Mehta', phone: '98250 41736', games: 31, no_shows: 0, first_visit: false },
    price_paise: 100_000,
    discount_paise: 15_000,
    coupon: 'DINK10',
    paid_paise: 0,
    returned_paise: 0,
    to_return_paise: 0,
    kept_paise: null,
    given_elsewhere_paise: 0,
    rounded_off_paise: 0,
    rounded_up_paise: 0,
    due_paise: 85_000,
    payment_method: 'court',
    payments: [],
    to_pay_out: [],
    history: [{ at: sampleInstant(-2000), what: 'booked', by: null, details: {} }],
    weeks: [],
    notes: [],
    ...changes,
  };
}
