import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pause } from '@/lib/pause';
import { useSingleMutation } from './use-single-mutation';

test('a second call is dropped while the first one runs, also after a reset, and the next call after it starts', async () => {
  let started = 0;
  const ends: (() => void)[] = [];
  const queryClient = new QueryClient();
  const mutationFn = async () => {
    started += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
  };
  const { result } = renderHook(() => useSingleMutation({ mutationFn }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  act(() => {
    result.current.mutate();
    result.current.mutate();
  });
  await waitFor(() => expect(result.current.isPending).toBe(true));
  expect(started).toBe(1);
  act(() => {
    result.current.reset();
    result.current.mutate();
  });
  // The query client reports changes of a mutation in a task of its own.
  await act(() => pause(0));
  expect(result.current.isPending).toBe(true);
  expect(started).toBe(1);
  act(() => ends[0]?.());
  await waitFor(() => expect(result.current.isPending).toBe(false));
  act(() => result.current.mutate());
  await waitFor(() => expect(started).toBe(2));
});

test('a call that is to follow starts when the running one and what it leads to have ended', async () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const queryClient = new QueryClient();
  const mutationFn = async (call: string) => {
    started.push(call);
    await Promise.resolve();
  };
  // What a screen reads again after the answer.
  const onSettled = () => new Promise<void>((resolve) => ends.push(resolve));
  const { result } = renderHook(() => useSingleMutation({ mutationFn, onSettled }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  act(() => result.current.mutateNext('mark'));
  await waitFor(() => expect(ends).toHaveLength(1));
  act(() => {
    result.current.mutate('dropped');
    result.current.mutateNext('undo');
    result.current.mutateNext('another undo');
  });
  await act(() => pause(0));
  expect(started).toEqual(['mark']);
  act(() => ends[0]?.());
  await waitFor(() => expect(started).toEqual(['mark', 'undo']));
  await waitFor(() => expect(ends).toHaveLength(2));
  act(() => ends[1]?.());
  await waitFor(() => expect(started).toEqual(['mark', 'undo', 'another undo']));
});
