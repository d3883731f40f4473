import createClient, { type Middleware } from 'openapi-fetch';
import { currentSession, endSession } from '@/lib/session';
import { apiKey, forgetApiKey } from './api-key';
import { ApiFailure } from './api-failure';
import type { paths } from './schema';

const TIMEOUT_MILLISECONDS = 15_000;

/** Adds the static api-key to each call and the token to those of the player's own (spec §7). */
const headers: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (schemaPath !== '/api/app-config') request.headers.set('api-key', await apiKey());
    const { token } = currentSession();
    // Resetting a password brings its own one-time authorization.
    if (token !== null && schemaPath.startsWith('/api/user/') && !request.headers.has('authorization')) {
      request.headers.set('authorization', `Bearer ${token}`);
    }
    return request;
  },
};

async function fetchWithTimeout(request: Request): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, limit]) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ApiFailure(0, limit.aborted ? 'timeout' : 'network');
  }
}

/** The typed client of openapi.json: `await answer(api.GET('/api/getvenue'))`. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: fetchWithTimeout });
api.use(headers);

interface Reply<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * The body of a described outcome (status 200), also when its `error` is 1 or more: the screen judges that. Everything
 * else is thrown as an {@link ApiFailure}. A token that the server does not know any more ends the session.
 */
export async function answer<T>(call: Promise<Reply<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  const failure = ApiFailure.from(response, error);
  if (failure.status === 401) {
    if (failure.code === 'bad_api_key') forgetApiKey();
    else if (new URL(response.url, location.origin).pathname.startsWith('/api/user/')) endSession(true);
  }
  throw failure;
}

/** Whether an answer says success: any `error` below 1, also the coupon check's string "0" (spec §5). */
export function succeeded(reply: { error: number | string }): boolean {
  return Number(reply.error) < 1;
}
