import type { components } from './schema';
import { ApiFailure } from './api-failure';
import { succeeded } from './client';

type Refusal = components['schemas']['Failure'];

/**
 * Unwraps the reply of a read call. A refusal ("no such venue") has no data to show, so it is thrown as an
 * {@link ApiFailure} with the server's message.
 */
export function granted<T extends { error: number; message: string }>(reply: T | Refusal): Exclude<T, Refusal> {
  if (succeeded(reply)) return reply as Exclude<T, Refusal>;
  throw new ApiFailure(200, 'code' in reply && typeof reply.code === 'string' ? reply.code : 'refused', reply.message);
}
