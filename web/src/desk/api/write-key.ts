import { failureAfterLost, isOutcomeUnknown } from './problem';

/**
 * The Idempotency-Key of one action of a person. The key stays the same while no answer has come and the action is the
 * same, so that a second tap after a lost answer repeats nothing; any other action gets a new key.
 */
export class WriteKey {
  #key: string | null = null;
  #about = '';
  /** Whether an attempt with this key got no answer: it may have done the action. */
  #isLost = false;

  /** Returns the key for the action that `about` describes. */
  next(about: unknown): string {
    const now = JSON.stringify(about, describe);
    if (this.#key === null || this.#about !== now) {
      this.#key = crypto.randomUUID();
      this.#isLost = false;
    }
    this.#about = now;
    return this.#key;
  }

  /** Returns the failure of the attempt as it counts after the attempts before it with the same key. */
  judge(cause: unknown): unknown {
    const judged = this.#isLost ? failureAfterLost(cause) : cause;
    if (isOutcomeUnknown(judged)) this.#isLost = true;
    return judged;
  }

  /** Ends the attempt: with an answer, or with this failure. */
  settle(cause?: unknown): void {
    if (isOutcomeUnknown(cause)) return;
    this.#key = null;
  }
}

/**
 * What tells actions apart. JSON has no fields for a file, so two files would count as the same action. A colleague's
 * approval is left out: each attempt has another code or signature.
 */
function describe(name: string, value: unknown): unknown {
  if (name === 'approval') return undefined;
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}
