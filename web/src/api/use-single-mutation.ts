import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * `useMutation` for one call at a time: `mutate` drops a call while another one runs. `isPending` alone is too late for
 * a second tap on a slow phone, because it changes with the next render. `reset` does nothing while a call runs:
 * otherwise the call would go on unseen and drop the next one.
 */
export function useSingleMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const isRunning = useRef(false);

  function mutate(variables: Variables): void {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation
      .mutateAsync(variables)
      // The options' onError has handled it; a failure that is not the server's is reported by the query client.
      .catch(() => {})
      .finally(() => {
        isRunning.current = false;
      });
  }

  function reset(): void {
    if (!isRunning.current) mutation.reset();
  }

  return { ...mutation, mutate, reset };
}
