import { vi } from 'vitest';

/** The reply to one call: a body with status 200, a status and a body, a whole response (a file), or 'no network'. */
export type Reply = object | readonly [status: number, body: object] | 'no network';

/** A recorded request. */
export interface Asked {
  call: string;
  body: Record<string, unknown> | null;
  query: URLSearchParams;
  authorization: string | null;
}

const config = {
  error: 0,
  message: 'Game on.',
  api_key: 'test-key',
  timezone: 'Asia/Kolkata',
  server_time: '2026-11-21T04:30:00Z',
  otp_resend_seconds: 30,
  cancel_cutoff_minutes: 360,
  razorpay: { script_url: 'https://checkout.example.in/v1/checkout.js', key_id: 'rzp_test_1' },
  brand: {
    name: 'Baroda Pickleball Club',
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
 * Stubs the app's calls in a test: `serve({ 'POST /api/login': () => ({ error: 1, message: '' }) })`. A call without a
 * stub fails the test. Returns the recorded requests, without those to app-config.
 */
export function serve(replies: Record<string, (asked: Asked) => Reply | Promise<Reply>>): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const request = new Request(new URL(address, location.origin), init);
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname}`;
    if (call === 'GET /api/app-config') return json(200, config);
    // The check whether the map's site is reachable: it is.
    if (url.hostname === 'maps.example.in') return new Response(null);
    const text = await request.text();
    const asked: Asked = {
      call,
      body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
      query: url.searchParams,
      authorization: request.headers.get('authorization'),
    };
    log.push(asked);
    const reply = await replies[call]?.(asked);
    if (reply === undefined) throw new Error(`no answer prepared for ${call}`);
    if (reply === 'no network') throw new TypeError('network down');
    if (reply instanceof Response) return reply;
    return isPair(reply) ? json(reply[0], reply[1]) : json(200, reply);
  });
  return log;
}

function isPair(reply: Reply): reply is readonly [number, object] {
  return Array.isArray(reply);
}

function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
