import { vi } from 'vitest';
import type { components, paths } from '@/api/schema';

interface Methods<Path extends keyof paths> {
  GET: paths[Path]['get'];
  POST: paths[Path]['post'];
}

/** A call of the API by method and path: `POST /api/login`. */
export type Call = {
  [Path in keyof paths]: {
    [Name in keyof Methods<Path>]: Methods<Path>[Name] extends { responses: unknown } ? `${Name} ${Path}` : never;
  }[keyof Methods<Path>];
}[keyof paths];

/** The responses of a call that openapi.json describes, by status. */
type Responses<C extends Call> = C extends `${infer Name extends 'GET' | 'POST'} ${infer Path extends keyof paths}`
  ? Methods<Path>[Name] extends { responses: infer Described }
    ? Described
    : never
  : never;

/** The JSON body of a described response; a response of another type (a file) is given whole. */
type Body<Described> = Described extends { content: { 'application/json': infer Json } } ? Json : Response;

type FailureOf<Described> = {
  [Status in Exclude<keyof Described, 200>]: readonly [status: Status, body: Body<Described[Status]>];
}[Exclude<keyof Described, 200>];

declare const REFUSED: unique symbol;

/** Marks a refusal made by {@link refusal}; without the mark an incomplete success would have the type of a refusal. */
interface Refused {
  readonly [REFUSED]: true;
}

/** The answers of a call with status 200; those with `retry_after`, which a refusal has, are marked. */
type Outcome<Answer> = Answer extends unknown
  ? 'retry_after' extends keyof Answer
    ? Answer & Refused
    : Answer
  : never;

/**
 * A reply to a call that the server could give by openapi.json: a body with status 200, or a failure as status and
 * body. 'no network' is a call without a reply.
 */
export type Reply<C extends Call> =
  Responses<C> extends infer Described
    ? (Described extends { 200: infer Success } ? Outcome<Body<Success>> : never) | FailureOf<Described> | 'no network'
    : never;

/** A request that the stand-in server received. */
export interface ReceivedRequest {
  call: string;
  body: Record<string, unknown> | null;
  query: URLSearchParams;
  authorization: string | null;
}

/** The replies of a test, by call. */
export type Replies = { [C in Call]?: (request: ReceivedRequest) => Reply<C> | Promise<Reply<C>> };

type MessageCode = components['schemas']['MessageCode'];

/** The fields that every success has; a test adds those of the call: `{ ...success(), venue: [] }`. */
export function success(message = '', code: MessageCode = 'order') {
  return { error: 0, message, code, params: {} };
}

/** A body that openapi.json does not describe. Use it rarely: the compiler cannot check it. */
export function undescribed(body: object): never {
  return body as never;
}

/** The error page of a proxy that does not reach the server. */
export function proxyError(status: 502 | 504): never {
  return new Response('<h1>Bad gateway</h1>', { status }) as never;
}

/** A refusal by its code. */
export function refusal(code: MessageCode, message = '', error = 1) {
  return { error, message, code, params: {} } as components['schemas']['Failure'] & Refused;
}

/** The settings that the server answers with in tests. */
export const config: components['schemas']['AppConfigAnswer'] = {
  ...success('Game on.', 'config'),
  api_key: 'test-key',
  bank_charge: 30,
  closure_offer_hours: 24,
  reminded_by_text: true,
  reminded_by_mail: true,
  hold_seconds: 600,
  min_age: 18,
  refund_weekday: 5,
  session_idle_days: 14,
  session_max_days: 60,
  password_min: 8,
  players: 4,
  pass_public_keys: [],
  timezone: 'Asia/Kolkata',
  server_time: '2026-11-21T04:30:00Z',
  otp_resend_seconds: 30,
  cancel_cutoff_minutes: 360,
  razorpay: { script_url: 'https://checkout.example.in/v1/checkout.js', key_id: 'rzp_test_1' },
  brand: {
    name: 'Baroda Pickleball Club',
    short_name: 'Baroda',
    legal_name: 'Baroda Pickleball Club',
    hero_title: 'pickleball, your way',
    tagline: 'Book a court in under a minute.',
    paddle_fee: 2500,
    phone: '+912650000100',
    email: '',
    address: '12 River Road, Akota',
    default_map_url: 'https://maps.example.in/default',
    map_embed_url: 'https://maps.example.in/embed',
    coaching_url: 'https://chat.example.in/coaching',
    community_url: 'https://chat.example.in/community',
    whatsapp_url: 'https://wa.example.in/',
    instagram_url: 'https://instagram.example.in/',
    facebook_url: 'https://facebook.example.in/',
    grievance_email: '',
    grievance_officer: '',
  },
};

/**
 * Stubs the app's calls in a test: `serve({ 'POST /api/login': () => refusal('wrong_credentials') })`. A call without a
 * stub fails as without a network. Returns the received requests, without those to app-config and to the site of the
 * map.
 */
export function serve(replies: Replies): ReceivedRequest[] {
  const log: ReceivedRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const sent = new Request(new URL(address, location.origin), init);
    const url = new URL(sent.url);
    const call = `${sent.method} ${url.pathname}`;
    if (call === 'GET /api/app-config') return json(200, config);
    // The check whether the map's site is reachable: it is.
    if (url.hostname === 'maps.example.in') return new Response(null);
    const text = await sent.text();
    const request: ReceivedRequest = {
      call,
      body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
      query: url.searchParams,
      authorization: sent.headers.get('authorization'),
    };
    log.push(request);
    const key = Object.keys(replies).find((described) => fits(described, call)) ?? call;
    const reply = await (replies as Record<string, AnyReply>)[key]?.(request);
    if (reply === undefined) throw new Error(`no reply prepared for ${call}`);
    if (reply === 'no network') throw new TypeError('network down');
    if (reply instanceof Response) return reply;
    return isFailure(reply) ? json(reply[0], reply[1]) : json(200, reply);
  });
  return log;
}

/** What any stub may return, without the call that it belongs to. */
type AnyReply = (request: ReceivedRequest) => Promise<object | 'no network'> | object | 'no network';

/** Whether a call is to a described path, of which parts may be in braces. */
function fits(described: string, call: string): boolean {
  const [own, sent] = [described.split('/'), call.split('/')];
  return own.length === sent.length && own.every((part, at) => part === sent[at] || part.startsWith('{'));
}

function isFailure(reply: object): reply is readonly [status: number, body: object] {
  return Array.isArray(reply);
}

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
