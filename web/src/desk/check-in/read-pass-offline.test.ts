import { expect, test, vi } from 'vitest';
import { KEY, PASS } from './pass.test-kit';
import { readPass } from './read-pass';

// The library is a file of its own, which cannot be loaded without a network.
vi.mock('@noble/ed25519', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a browser without Ed25519 that cannot load the library reads the pass as unverified', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
  expect(await readPass(PASS, [KEY])).toEqual({ kind: 'unverified' });
});
