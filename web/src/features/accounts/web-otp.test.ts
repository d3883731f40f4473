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
  renderHook(() => useWebOtp(onCode));
  await waitFor(() => expect(onCode).toHaveBeenCalledWith('123456'));
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
  renderHook(() => useWebOtp(onCode)).unmount();
  await waitFor(() => expect(signal?.aborted).toBe(true));
  expect(onCode).not.toHaveBeenCalled();
});

test('a browser without WebOTP requests no code', () => {
  const get = vi.fn<() => Promise<unknown>>();
  vi.stubGlobal('navigator', { credentials: { get } });
  renderHook(() => useWebOtp(() => undefined));
  expect(get).not.toHaveBeenCalled();
});
