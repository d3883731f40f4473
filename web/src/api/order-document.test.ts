import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '@/testing/sign-in';
import { rememberApiKey } from './api-key';
import { fetchDocument, type IssuedDocument } from './order-document';

const receipt: IssuedDocument = { kind: 'receipt', number: 'R/26-27/000001', amount: 800 };

const answerWith = (response: Response) => vi.stubGlobal('fetch', async () => response);

beforeEach(() => {
  signIn();
  rememberApiKey('key-1');
});
afterEach(() => vi.unstubAllGlobals());

test('a document has the name that the server gives it, else that of its kind and order', async () => {
  answerWith(
    new Response('%PDF-1.7', { headers: { 'content-disposition': 'attachment; filename="receipt-R-26.pdf"' } }),
  );
  const { content, name } = await fetchDocument(receipt, '4071553902');
  expect([name, await content.text()]).toEqual(['receipt-R-26.pdf', '%PDF-1.7']);
  answerWith(new Response('%PDF-1.7'));
  expect((await fetchDocument({ ...receipt, kind: 'credit_note' }, '4071553902')).name).toBe(
    'credit-note-4071553902.pdf',
  );
});

test.each([
  ['took too long', 'timeout', AbortSignal.abort()],
  ['broke off', 'network', new AbortController().signal],
])('a document that %s on the way is a failure of the code %s', async (_, code, signal) => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal);
  const response = new Response('%PDF');
  vi.spyOn(response, 'blob').mockRejectedValue(new TypeError('the body ended'));
  answerWith(response);
  await expect(fetchDocument(receipt, '4071553902')).rejects.toMatchObject({ name: 'ApiFailure', code, status: 0 });
});

test('the page of a hotspot in place of a document is a failure of the network', async () => {
  answerWith(new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  await expect(fetchDocument(receipt, '4071553902')).rejects.toMatchObject({ name: 'ApiFailure', code: 'network' });
});
