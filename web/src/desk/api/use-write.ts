import type { UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSingleMutation } from '@/api/use-single-mutation';
import { shouldRepeat } from './repeat-write';
import { WriteKey } from './write-key';

/**
 * A call that changes something, one at a time. `write` gets the Idempotency-Key: the same one again when an answer was
 * lost, both for the retries made here and for a second tap.
 */
export function useWrite<Data, Variables = void>({
  write,
  ...options
}: Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn' | 'retry'> & {
  write: (variables: Variables, key: string) => Promise<Data>;
}) {
  const keys = useRef(new WriteKey());
  return useSingleMutation<Data, Variables>({
    ...options,
    retry: shouldRepeat,
    mutationFn: async (variables) => {
      try {
        return await write(variables, keys.current.next(variables));
      } catch (cause) {
        throw keys.current.judge(cause);
      }
    },
    onSettled: (data, cause, variables, result, context) => {
      keys.current.settle(cause ?? undefined);
      return options.onSettled?.(data, cause, variables, result, context);
    },
  });
}
