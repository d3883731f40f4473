import type { UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSingleMutation } from '@/api/use-single-mutation';
import { shouldRepeat } from './repeat-write';
import { endedSessions } from './signed-out';
import { WriteKey } from './write-key';

/**
 * A call that changes something, one at a time. `write` gets the Idempotency-Key: the same one again when an answer was
 * lost, both for the retries made here and for a second tap. It is not repeated here once the session has ended.
 */
export function useWrite<Data, Variables = void>({
  write,
  ...options
}: Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn' | 'retry'> & {
  write: (variables: Variables, key: string) => Promise<Data>;
}) {
  const keys = useRef(new WriteKey());
  /** `endedSessions` at the first attempt of the call that runs; null while none runs. */
  const begunAt = useRef<number | null>(null);
  /** The failure of the last attempt of that call. */
  const failure = useRef<unknown>(null);
  return useSingleMutation<Data, Variables>({
    ...options,
    retry: shouldRepeat,
    mutationFn: async (variables) => {
      begunAt.current ??= endedSessions();
      // The next person at this device must not repeat it in their name. The lost answer stays its outcome.
      if (begunAt.current !== endedSessions()) throw failure.current;
      try {
        return await write(variables, keys.current.next(variables));
      } catch (cause) {
        failure.current = keys.current.judge(cause);
        throw failure.current;
      }
    },
    onSettled: (data, cause, variables, result, context) => {
      begunAt.current = null;
      keys.current.settle(cause ?? undefined);
      return options.onSettled?.(data, cause, variables, result, context);
    },
  });
}
