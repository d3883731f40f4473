import { expect, test, vi } from 'vitest';
import { readPass } from './read-pass';

// The library is a file of its own, which cannot be loaded without a network.
vi.mock('@noble/ed25519', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a browser without Ed25519 that cannot load the library reads the pass as unverified', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
  // The published example of docs/decisions/0007-signed-pass.md.
  const key = { id: '_oEsEg', key: '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw' };
  const pass =
    'SO1._oEsEg.4071553902.29922570.3.Y3JJUQOmG2haITFDmhefVSt0hyYtcLqLulqCU7dd98ukUFXR6gMUUWZZvxjlJ-FYONZYeKR2565P16821P4SBQ';
  expect(await readPass(pass, [key])).toEqual({ kind: 'unverified' });
});
