import { ApiFailure, isAnswer } from '@/api/api-failure';
import type { components } from './schema';
import { isSessionEnd } from './signed-out';
import { problemTexts } from './texts';

type Body = components['schemas']['Problem'];

/** Statuses of calls that arrived too slowly, and of those of a device that sends too many. */
const UNHEARD = [408, 429];
/** Statuses of calls that the server did not read further: those of `UNHEARD`, and that of an ended session or a locked device. */
const UNREAD = [401, ...UNHEARD];
/** The codes that refuse the session and not the request: it is another person's, or has to add a key first. */
const OF_SESSION: readonly string[] = ['other_person', 'must_enrol'];

/** The free slots that a refusal offers instead of one that was taken. */
export type Alternatives = NonNullable<Body['alternatives']>;

/** A refusal of the desk's API: RFC 9457 with a `code`. */
export class DeskProblem extends ApiFailure {
  /** The body of the refusal; empty if the answer was not JSON. */
  readonly body: Partial<Body>;

  constructor(response: Response, body: Partial<Body>) {
    const code = body.code ?? `http_${response.status}`;
    const wait = body.retry_after ?? (Number(response.headers.get('retry-after')) || undefined);
    super(response.status, code, messageOf(code) ?? body.title ?? '', wait);
    this.body = body;
  }
}

/** The message of a code in the chosen language; undefined if the app does not know the code. */
export function messageOf(code: string): string | undefined {
  return Object.hasOwn(problemTexts, code) ? problemTexts[code as keyof typeof problemTexts] : undefined;
}

/** Whether a call failed with this code. */
export function hasCode(cause: unknown, code: string): cause is ApiFailure {
  return cause instanceof ApiFailure && cause.code === code;
}

/** Whether a call got no answer of the server: none came, or a proxy's in its place. */
export function hasNoAnswer(cause: unknown): boolean {
  return cause instanceof ApiFailure && (cause.gotNoReply || !isAnswer(cause.status));
}

/**
 * Whether the server refused the request itself. If it refused the session, did not read the call or failed, it decided nothing about
 * the request. The page of a hotspot or a proxy has no code, and says nothing about it either. Not for a sign-in, which is refused with
 * the status of an ended session.
 */
export function isRequestRefused(cause: unknown): cause is DeskProblem {
  return (
    cause instanceof DeskProblem &&
    typeof cause.body.code === 'string' &&
    cause.status >= 400 &&
    cause.status < 500 &&
    !UNREAD.includes(cause.status) &&
    !OF_SESSION.includes(cause.code)
  );
}

/** Whether it is not known whether a write was done: it got no answer, or the server itself does not know. */
export function isOutcomeUnknown(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.hasUnknownOutcome;
}

/**
 * The failure of a call that sends a write again whose answer was lost. One that decides nothing about the write leaves
 * it unknown whether the write was done before.
 */
export function failureAfterLost(cause: unknown): unknown {
  if (!(cause instanceof ApiFailure)) return cause;
  // Not each 401: it may also refuse what the request contains, such as a code that is wrong.
  const isOfSession = isSessionEnd(cause.code) || OF_SESSION.includes(cause.code);
  const isUndecided = isOfSession || cause.status >= 500 || UNHEARD.includes(cause.status);
  return isUndecided ? new ApiFailure(cause.status, 'unknown_outcome') : cause;
}

/** The alternatives in a refusal with `slot_taken`; null if it has none, and for any other failure. */
export function alternativesOf(cause: unknown): Alternatives | null {
  return cause instanceof DeskProblem && cause.code === 'slot_taken' ? (cause.body.alternatives ?? null) : null;
}

const NO_FIELDS: Readonly<Record<string, string>> = {};

/** The fields that a refusal names, each with a code; empty for any other failure. */
export function fieldsOf(cause: unknown): Readonly<Record<string, string>> {
  return cause instanceof DeskProblem ? (cause.body.fields ?? NO_FIELDS) : NO_FIELDS;
}
