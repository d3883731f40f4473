import { isUnanswered } from './problem';

/**
 * The Idempotency-Key of one thing that a person does. The key stays the same while no answer has come and the thing is
 * the same, so that a second tap after a lost answer does nothing twice; anything else gets a new key.
 */
export class WriteKey {
  #key: string | null = null;
  #about = '';

  /** The key for what is to be done now. */
  next(about: unknown): string {
    const now = JSON.stringify(about);
    if (this.#key === null || this.#about !== now) this.#key = crypto.randomUUID();
    this.#about = now;
    return this.#key;
  }

  /** The attempt has ended: with an answer, or with this failure. */
  settle(cause?: unknown): void {
    if (isUnanswered(cause)) return;
    this.#key = null;
  }
}
