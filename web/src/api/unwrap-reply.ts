import type { components } from './schema';
import { ApiFailure } from './api-failure';
import { succeeded } from './client';

type Refusal = components['schemas']['Failure'];

/** A reply without its refusal. Every answer has the fields of a refusal, so `Exclude` would remove the answer too. */
type WithoutRefusal<T> = T extends unknown ? (Refusal extends T ? never : T) : never;

/**
 * Returns a reply that is not a refusal; for calls whose refusals are handled as failures. A refusal, such as "no such venue",
 * is thrown as an {@link ApiFailure} of status 200 with the server's code and message.
 */
export function unwrapReply<T extends { error: number; message: string }>(reply: T | Refusal): WithoutRefusal<T> {
  if (succeeded(reply)) return reply as WithoutRefusal<T>;
  throw new ApiFailure(200, 'code' in reply && typeof reply.code === 'string' ? reply.code : 'refused', reply.message);
}
