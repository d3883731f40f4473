import { afterEach, expect, test, vi } from 'vitest';
import { forgetApiKey } from '@/api/api-key';
import { endServerSession } from './logout';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a logout waits for the api-key no longer than for the server', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const fetched = vi.fn<(address: string) => Promise<Response>>(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetched);
  forgetApiKey();
  const ended = endServerSession();
  await vi.waitFor(() => expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/app-config']));
  limit.abort();
  await expect(ended).resolves.toBeUndefined();
});
