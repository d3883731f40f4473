import { ApiFailure, isAnswer } from '@/api/api-failure';
import type { components } from './schema';
import { problemTexts } from './texts';

type Body = components['schemas']['Problem'];

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

/** Whether it is not known whether a write was done: it got no answer, or the server itself does not know. */
export function isOutcomeUnknown(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.hasUnknownOutcome;
}

/** The alternatives in a refusal with `slot_taken`; null for any other failure. */
export function alternativesOf(cause: unknown): Alternatives | null {
  return cause instanceof DeskProblem && cause.code === 'slot_taken' ? (cause.body.alternatives ?? null) : null;
}

const NO_FIELDS: Readonly<Record<string, string>> = {};

/** The fields that a refusal names, each with a code; empty for any other failure. */
export function fieldsOf(cause: unknown): Readonly<Record<string, string>> {
  return cause instanceof DeskProblem ? (cause.body.fields ?? NO_FIELDS) : NO_FIELDS;
}
