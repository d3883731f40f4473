import { afterEach, expect, test, vi } from 'vitest';
import { downloadPrimeHours } from './download-table';

afterEach(() => vi.unstubAllGlobals());

const answerWith = (response: Response) => vi.stubGlobal('fetch', async () => response);

test('a table has the name that the server gives it', async () => {
  answerWith(new Response('day,hour', { headers: { 'content-disposition': 'attachment; filename="hours.csv"' } }));
  const { content, name } = await downloadPrimeHours(1);
  expect([name, await content.text()]).toEqual(['hours.csv', 'day,hour']);
});

test('a table that breaks off on the way is a failure of the network', async () => {
  const response = new Response('day,');
  vi.spyOn(response, 'blob').mockRejectedValue(new TypeError('network down'));
  answerWith(response);
  await expect(downloadPrimeHours(1)).rejects.toMatchObject({ name: 'ApiFailure', code: 'network' });
});

test('the page of a hotspot in place of a table is a failure of the network', async () => {
  answerWith(new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  await expect(downloadPrimeHours(1)).rejects.toMatchObject({ name: 'ApiFailure', code: 'network' });
});

test('a table that takes too long is a timeout', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return new Response('day,');
  });
  await expect(downloadPrimeHours(1)).rejects.toMatchObject({ name: 'ApiFailure', code: 'timeout' });
});

test('a refusal keeps its code', async () => {
  answerWith(new Response('{"code":"proof_needed"}', { status: 403 }));
  await expect(downloadPrimeHours(1)).rejects.toMatchObject({ status: 403, code: 'proof_needed' });
  answerWith(new Response('<html>', { status: 502 }));
  await expect(downloadPrimeHours(1)).rejects.toMatchObject({ status: 502, code: 'http_502' });
});
