import type { components } from './schema';
import { ApiFailure } from './api-failure';
import { succeeded } from './client';

type Refusal = components['schemas']['Failure'];

/**
 * What a reading call brought. A refusal ("no such venue") has nothing to show, so it becomes an error like any other,
 * with the server's words.
 */
export function granted<T extends { error: number; message: string }>(reply: T | Refusal): Exclude<T, Refusal> {
  if (succeeded(reply)) return reply as Exclude<T, Refusal>;
  throw new ApiFailure(200, 'code' in reply && typeof reply.code === 'string' ? reply.code : 'refused', reply.message);
}
