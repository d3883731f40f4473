import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWebOtp } from './web-otp';

afterEach(() => vi.unstubAllGlobals());

function browserWith(get: (request: CredentialRequestOptions) => Promise<unknown>) {
  vi.stubGlobal('OTPCredential', () => undefined);
  vi.stubGlobal('navigator', { credentials: { get } });
}

test('the code of an incoming text message is passed on', async () => {
  browserWith(async () => ({ code: '123456' }));
  const onCode = vi.fn<(code: string) => void>();
  renderHook(() => useWebOtp(onCode, 1));
  await waitFor(() => expect(onCode).toHaveBeenCalledWith('123456'));
});

test('the code of each further text message is passed on', async () => {
  const codes = ['111111', '222222'];
  browserWith(async () => ({ code: codes.shift() }));
  const onCode = vi.fn<(code: string) => void>();
  const { rerender } = renderHook(({ messages }) => useWebOtp(onCode, messages), { initialProps: { messages: 1 } });
  await waitFor(() => expect(onCode).toHaveBeenLastCalledWith('111111'));
  rerender({ messages: 1 });
  rerender({ messages: 2 });
  await waitFor(() => expect(onCode).toHaveBeenLastCalledWith('222222'));
  expect(onCode).toHaveBeenCalledTimes(2);
});

test('leaving the screen aborts the wait without an error', async () => {
  let signal: AbortSignal | undefined;
  browserWith((request) => {
    signal = request.signal;
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  });
  const onCode = vi.fn<(code: string) => void>();
  renderHook(() => useWebOtp(onCode, 1)).unmount();
  await waitFor(() => expect(signal?.aborted).toBe(true));
  expect(onCode).not.toHaveBeenCalled();
});

test('a browser without WebOTP requests no code', () => {
  const get = vi.fn<() => Promise<unknown>>();
  vi.stubGlobal('navigator', { credentials: { get } });
  renderHook(() => useWebOtp(() => undefined, 1));
  expect(get).not.toHaveBeenCalled();
});
