/** What the body of a reply that is no described outcome may contain; a proxy's error page has none of it. */
interface FailureBody {
  error?: number | string;
  message?: string;
  code?: string;
  retry_after?: number;
}

/** Statuses that a proxy sends if it does not reach its server. */
const OF_PROXY = [502, 504];

/** Whether a status is the server's own answer and not a proxy's in its place. */
export function isAnswer(status: number): boolean {
  return !OF_PROXY.includes(status);
}

/** Statuses of a call that was understood and refused. With 200 the reason is in the body, as `unwrapReply` throws it. */
const OF_REFUSAL = [200, 400, 404];

/**
 * A call without an outcome: the network failed (`code` "network" or "timeout", status 0) or the server replied with a
 * status that is no success. Outcomes with `error` 1 and up at status 200 are replies, except where `unwrapReply` throws
 * them.
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds until another try can succeed, such as when throttled; undefined if the server names none. */
  readonly retryAfter: number | undefined;
  /** The server's message for the player; empty if it sent none. */
  readonly userMessage: string;

  constructor(status: number, code: string, userMessage = '', retryAfter?: number) {
    super(`${code} (${status})`);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.userMessage = userMessage;
    this.retryAfter = retryAfter;
  }

  /**
   * Whether it is not known if the server executed the call: no reply arrived, a proxy replied in the server's place, or
   * the server says that it is not known.
   */
  get hasUnknownOutcome(): boolean {
    return this.gotNoReply || !isAnswer(this.status) || this.code === 'unknown_outcome';
  }

  /**
   * Whether the server refused the player's token: the session has ended. A refused api-key, also of status 401, says
   * nothing about the session.
   */
  get endsSession(): boolean {
    return this.status === 401 && !this.refusesKey;
  }

  /** Whether the server refused the api-key. It checks the key first, so it has not executed the call. */
  get refusesKey(): boolean {
    return this.code === 'bad_api_key';
  }

  /** Whether no reply arrived (status 0). */
  get gotNoReply(): boolean {
    return this.status === 0;
  }

  static from(response: Response, body: unknown): ApiFailure {
    const reply: FailureBody = typeof body === 'object' && body !== null ? body : {};
    return new ApiFailure(
      response.status,
      reply.code ?? `http_${response.status}`,
      reply.message ?? '',
      reply.retry_after ?? (Number(response.headers.get('retry-after')) || undefined),
    );
  }
}

/** Whether the server understood a call and refused it, such as for a venue that was retired. */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiFailure && OF_REFUSAL.includes(cause.status);
}
