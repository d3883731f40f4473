import type { UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { useSingleMutation } from '@/api/use-single-mutation';
import { WriteKey } from './write-key';

/** Attempts with the same key after a lost answer, before the person is told. */
const ATTEMPTS = 2;

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
    retry: (count, cause) =>
      count < ATTEMPTS && cause instanceof ApiFailure && cause.unknownOutcome && navigator.onLine,
    mutationFn: (variables) => write(variables, keys.current.next(variables)),
    onSettled: (data, cause, variables, result, context) => {
      keys.current.settle(cause ?? undefined);
      return options.onSettled?.(data, cause, variables, result, context);
    },
  });
}
