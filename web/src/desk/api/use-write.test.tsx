import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiFailure } from '@/api/api-failure';
import { isOutcomeUnknown } from './problem';
import { reportSignedOut } from './signed-out';
import { useWrite } from './use-write';

/** Renders a write that gets no answer until `isLost` is false, and is repeated after this many milliseconds. */
function render(retryDelay: number) {
  const keys: string[] = [];
  const state = { isLost: true, keys };
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retryDelay } } });
  const write = async (_: undefined, key: string) => {
    keys.push(key);
    if (state.isLost) throw new ApiFailure(0, 'network');
  };
  const { result } = renderHook(() => useWrite<void, undefined>({ write }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return { state, result };
}

test('a write without an answer is repeated with its key, also by the next press', async () => {
  const { state, result } = render(10);
  act(() => result.current.mutate(undefined));
  await waitFor(() => expect(isOutcomeUnknown(result.current.error)).toBe(true), { timeout: 5_000 });
  state.isLost = false;
  act(() => result.current.mutate(undefined));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(state.keys).toHaveLength(4);
  expect(new Set(state.keys).size).toBe(1);
});

test('it is not repeated once its session has ended: the next person would do it in their name', async () => {
  const { state, result } = render(1_000);
  act(() => result.current.mutate(undefined));
  await waitFor(() => expect(state.keys).toHaveLength(1));
  state.isLost = false;
  act(() => reportSignedOut('locked'));
  // It is not said to be refused: without a server, an attendance is written down on this device then.
  const lost = { status: 0, code: 'network' };
  await waitFor(() => expect(result.current.error).toMatchObject(lost), { timeout: 5_000 });
  expect(state.keys).toHaveLength(1);
});
