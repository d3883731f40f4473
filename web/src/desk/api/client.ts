import { ApiFailure, isAnswer } from '@/api/api-failure';
import { reportAnswer, reportNoAnswer } from './connection';
import { takeFirstAnswer, type Arrived } from './first-requests';
import { DeskProblem } from './problem';
import type { paths } from './schema';
import { endedSessions, isSessionEnd, reportRefusedSession } from './signed-out';

/** How long a call waits for its answer, in milliseconds. */
const TIMEOUT_MILLISECONDS = 15_000;

type Path = keyof paths;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths of the calls with a method. */
export type PathOf<M extends Method> = { [P in Path]: paths[P] extends Record<M, unknown> ? P : never }[Path];

type Operation<M extends Method, P extends Path> = paths[P] extends Record<M, infer Described> ? Described : never;
type ResponsesOf<Described> = Described extends { responses: infer All } ? All : never;
type JsonOf<Described> = Described extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The body of a successful answer: of status 200 or 201; undefined for 204. */
export type Answer<M extends Method, P extends Path> = {
  [Status in keyof ResponsesOf<Operation<M, P>> & (200 | 201 | 204)]: JsonOf<ResponsesOf<Operation<M, P>>[Status]>;
}[keyof ResponsesOf<Operation<M, P>> & (200 | 201 | 204)];

/** The body that a call sends. */
export type RequestBody<M extends Method, P extends Path> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined;

export interface CallOptions<Body> {
  /** The values for the parts of the path in braces. */
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Body;
  /** The Idempotency-Key of a write: calls with the same key change something once. */
  key?: string;
  /** The version that a change is based on. */
  version?: number;
  /** The ETag of the answer that the caller has. */
  etag?: string;
  signal?: AbortSignal;
}

/**
 * An answer with its ETag, and when it arrived in milliseconds of this device's clock; `changed` is false if the caller's ETag
 * is still the newest.
 */
export type Versioned<Body> =
  | { changed: true; body: Body; etag: string | null; arrivedAt: number }
  | { changed: false };

export function addressOf(
  path: string,
  params: Record<string, string | number> = {},
  query: Record<string, string> = {},
) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

async function send(method: Method, path: string, options: CallOptions<unknown>): Promise<Arrived> {
  const limit = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const headers = new Headers({ accept: 'application/json' });
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.key !== undefined) headers.set('idempotency-key', options.key);
  if (options.version !== undefined) headers.set('if-match', `"${options.version}"`);
  if (options.etag !== undefined) headers.set('if-none-match', options.etag);
  const request: RequestInit = { method: method.toUpperCase(), headers, signal, cache: 'no-store' };
  if (options.body !== undefined) request.body = JSON.stringify(options.body);
  try {
    const address = addressOf(path, options.params, options.query);
    const arrived = await (takeFirstAnswer(method, address) ?? fetchNow(address, request));
    if (isAnswer(arrived.response.status)) reportAnswer();
    else reportNoAnswer();
    return arrived;
  } catch (cause) {
    if (options.signal?.aborted === true) throwEnded(options.signal, cause);
    reportNoAnswer();
    throw new ApiFailure(0, limit.aborted ? 'timeout' : 'network');
  }
}

/** Throws the failure of a call that its caller's signal ended. If that was the caller's timeout, no answer came. */
function throwEnded({ reason }: AbortSignal, cause: unknown): never {
  if (reason instanceof DOMException && reason.name === 'TimeoutError') reportNoAnswer();
  throw cause;
}

async function fetchNow(address: string, request: RequestInit): Promise<Arrived> {
  const response = await fetch(address, request);
  return { response, at: Date.now() };
}

/**
 * Reads the body of a success. One that breaks off or is not JSON, such as the page of a hotspot, counts as no answer: it is
 * not known what the server did.
 */
async function bodyOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (signal?.aborted === true) throwEnded(signal, cause);
    reportNoAnswer();
    throw new ApiFailure(0, 'network');
  }
}

/** Throws the refusal of a call. `sessions` is `endedSessions` from when it was sent. */
async function throwProblem(response: Response, sessions: number): Promise<never> {
  // A proxy's error page is not JSON; its status still counts.
  const body: unknown = await response.json().catch(() => null);
  const problem = new DeskProblem(response, typeof body === 'object' && body !== null ? body : {});
  if (isSessionEnd(problem.code)) reportRefusedSession(problem.code, sessions);
  throw problem;
}

/**
 * Calls the desk's API by its description: `call('get', '/api/desk/me')`. Throws a {@link DeskProblem} for a refusal and
 * an `ApiFailure` with status 0 if no answer came; if `signal` ended the call, throws its reason. The session is a
 * cookie, which the browser sends.
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: CallOptions<RequestBody<M, P>> = {},
): Promise<Answer<M, P>> {
  const sessions = endedSessions();
  const { response } = await send(method, path, options);
  if (!response.ok) return throwProblem(response, sessions);
  return (response.status === 204 ? undefined : await bodyOf(response, options.signal)) as Answer<M, P>;
}

/** Reads something that has versions; with the ETag of an earlier answer, a body comes only if there is a newer version. */
export async function read<P extends PathOf<'get'>>(
  path: P,
  options: CallOptions<undefined>,
): Promise<Versioned<Answer<'get', P>>> {
  const sessions = endedSessions();
  const { response, at } = await send('get', path, options);
  if (response.status === 304) return { changed: false };
  if (!response.ok) return throwProblem(response, sessions);
  const body = (await bodyOf(response, options.signal)) as Answer<'get', P>;
  return { changed: true, body, etag: response.headers.get('etag'), arrivedAt: at };
}
