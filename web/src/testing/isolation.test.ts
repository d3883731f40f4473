import { expect, test, vi } from 'vitest';

test('a call without a stand-in fails without reaching a network, before a stand-in and after it', async () => {
  await expect(fetch('/api/app-config')).rejects.toThrow('Failed to fetch');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('from the stand-in')));
  expect(await (await fetch('/api/app-config')).text()).toBe('from the stand-in');
  vi.unstubAllGlobals();
  await expect(fetch('/api/app-config')).rejects.toThrow('Failed to fetch');
});
