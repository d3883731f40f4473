import { vi } from 'vitest';

/** An authenticator that signs each request of the page, or fails with this error of a browser. */
export interface FakeAuthenticator {
  fails?: 'NotAllowedError' | 'InvalidStateError';
  calls: ('create' | 'get')[];
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** Stubs the WebAuthn API, which the test environment lacks. Undone by `vi.unstubAllGlobals()`. */
export function stubAuthenticator(authenticator: FakeAuthenticator = { calls: [] }): FakeAuthenticator {
  const answer = (kind: 'create' | 'get') => async () => {
    authenticator.calls.push(kind);
    if (authenticator.fails !== undefined) throw new DOMException('refused', authenticator.fails);
    const response = { clientDataJSON: bytes('{}'), getTransports: () => ['internal'] };
    const made = { ...response, attestationObject: bytes('made') };
    const signed = {
      ...response,
      authenticatorData: bytes('data'),
      signature: bytes('signed'),
      userHandle: bytes('me'),
    };
    return {
      id: 'AAAA',
      rawId: bytes('id'),
      type: 'public-key',
      response: kind === 'create' ? made : signed,
      getClientExtensionResults: () => ({}),
    };
  };
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (target, name) =>
        name === 'credentials'
          ? { create: answer('create'), get: answer('get') }
          : (Reflect.get(target, name, target) as unknown),
    }),
  );
  return authenticator;
}

/** What the server sends for signing. */
export const requestOptions = {
  challenge: 'AAAA',
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
  timeout: 300_000,
};

/** What the server sends for making a passkey. */
export const creationOptions = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Baroda Pickleball Club' },
  user: { id: 'AAAA', name: 'Nisha Trivedi', displayName: 'Nisha Trivedi' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout: 300_000,
};
