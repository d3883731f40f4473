import type { Client } from 'openapi-fetch';
import { currentSession, endSession } from '@/lib/session';
import { apiKey, forgetApiKey } from './api-key';
import { ApiFailure } from './api-failure';
import { fetchApiKey } from './fetch-api-key';
import { parseJson } from './parse-json';
import type { paths } from './schema';
import { inPlayersLanguage } from './server-messages';

const TIMEOUT_MILLISECONDS = 15_000;

interface CallOptions {
  params?: {
    /** The parts of the path in braces. */
    path?: Record<string, string>;
    query?: Record<string, string | number | null | undefined>;
  };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Headers of a call: the static api-key except for app-config, the token only for calls under `/api/user/` (spec §7). */
export async function headersFor(path: string, options: CallOptions = {}): Promise<Headers> {
  const headers = new Headers(options.headers);
  if (path !== '/api/app-config') headers.set('api-key', await apiKey(fetchApiKey));
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  const authorization = bearer();
  // A call that brings its own authorization keeps it.
  if (authorization !== null && isOfPlayer(path) && !headers.has('authorization')) {
    headers.set('authorization', authorization);
  }
  return headers;
}

function isOfPlayer(path: string): boolean {
  return path.startsWith('/api/user/');
}

/** The authorization of the present session; null for a visitor. */
function bearer(): string | null {
  const { token } = currentSession();
  return token === null ? null : `Bearer ${token}`;
}

/** A call's address with its query; parameters that are undefined or null are omitted. */
export function address(path: string, query: Record<string, string | number | null | undefined> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) params.set(name, String(value));
  }
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Sends a call; if the server refuses the api-key because it was changed, once more with the new one. */
export async function withNewKey<R extends Reply<unknown>>(send: () => Promise<R>): Promise<R> {
  const reply = await send();
  if (reply.response.ok || !ApiFailure.from(reply.response, reply.error).refusesKey) return reply;
  forgetApiKey();
  return await send();
}

async function call(method: 'GET' | 'POST', path: string, options: CallOptions = {}) {
  const limit = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  return await withNewKey(() => send(method, path, options, limit));
}

async function send(method: 'GET' | 'POST', path: string, options: CallOptions, limit: AbortSignal) {
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const headers = await headersFor(path, options);
  try {
    const sent: RequestInit = { method, headers, signal };
    if (options.body !== undefined) sent.body = JSON.stringify(options.body);
    const { path: parts = {}, query } = options.params ?? {};
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
    const response = await fetch(address(filled, query), sent);
    const text = await response.text();
    const isFile = response.headers.get('content-type')?.startsWith('text/calendar') === true;
    const body = isFile ? text : parseJson(text);
    // Cut off, or from something before the server: it is not known if the server executed the call.
    if (response.ok && body === undefined) throw new ApiFailure(0, 'network');
    const authorization = headers.get('authorization');
    return response.ok ? { data: body, response, authorization } : { error: body, response, authorization };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiFailure(0, limit.aborted ? 'timeout' : 'network');
  }
}

/**
 * The typed client of openapi.json: `await answer(api.GET('/api/getvenue'))`. Only the types come from openapi-fetch,
 * whose code is longer than what this app needs.
 */
export const api = {
  GET: (path: string, options?: CallOptions) => call('GET', path, options),
  POST: (path: string, options?: CallOptions) => call('POST', path, options),
} as unknown as Pick<Client<paths>, 'GET' | 'POST'>;

interface Reply<T> {
  data?: T;
  error?: unknown;
  response: Response;
  /** The header `authorization` that the call carried. */
  authorization?: string | null;
}

/**
 * Returns the body of a described outcome (status 200), also if its `error` is 1 or more. Any other reply is thrown as
 * an {@link ApiFailure}. If the server no longer knows the token, the session ends, unless the player has signed in
 * again since the call was sent.
 */
export async function answer<T>(reply: Promise<Reply<T>>): Promise<T> {
  const { data, error, response, authorization } = await reply;
  if (response.ok && data !== undefined) return inPlayersLanguage(data);
  const failure = ApiFailure.from(response, inPlayersLanguage(error));
  if (failure.refusesKey) forgetApiKey();
  else if (failure.endsSession) {
    const isOfSession = isOfPlayer(new URL(response.url, location.origin).pathname) && authorization === bearer();
    if (isOfSession) endSession(true);
  }
  throw failure;
}

/** Whether a reply reports success: any `error` below 1, also the coupon check's string "0" (spec §5). */
export function succeeded(reply: { error: number | string }): boolean {
  return Number(reply.error) < 1;
}
