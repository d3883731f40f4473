import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * `useMutation` for one call at a time: `mutate` drops a call while another one runs. `isPending` alone is too late for
 * a second tap on a slow phone, because it changes with the next render. `reset` does nothing while a call runs:
 * otherwise the call would go on unseen and drop the next one. `mutateNext` waits for the running call instead.
 */
export function useSingleMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const running = useRef<Promise<unknown> | null>(null);

  function mutate(variables: Variables): void {
    if (running.current !== null) return;
    running.current = mutation
      .mutateAsync(variables)
      // The options' onError has handled it; a failure that is not the server's is reported by the query client.
      .catch(() => {})
      .finally(() => {
        running.current = null;
      });
  }

  function mutateNext(variables: Variables): void {
    if (running.current === null) mutate(variables);
    // Of several that wait, the first to start is waited for by the others.
    else void running.current.then(() => mutateNext(variables));
  }

  function reset(): void {
    if (running.current === null) mutation.reset();
  }

  return { ...mutation, mutate, mutateNext, reset };
}
