import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { ApiFailure } from '@/api/api-failure';
import { call } from '@/desk/api/client';
import type { Me } from '@/desk/api/me';
import { repeatWrite } from '@/desk/api/repeat-write';
import type { components } from '@/desk/api/schema';
import { passkeyTexts } from './texts';

type SignedCredential = components['schemas']['SignedCredential'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in by a passkey that the person chooses. */
export async function signInByPasskey(): Promise<Me> {
  const options = await call('post', '/api/desk/passkey/start', { key: crypto.randomUUID() });
  const credential = await callAuthenticator(() => startAuthentication({ optionsJSON: options as RequestOptions }));
  return call('post', '/api/desk/passkey/finish', { body: { credential }, key: crypto.randomUUID() });
}

/** Proves the identity of the person by one of their own passkeys. */
export async function proveByPasskey(): Promise<void> {
  const options = await call('post', '/api/desk/me/prove/passkey/start', { key: crypto.randomUUID() });
  const credential = await callAuthenticator(() => startAuthentication({ optionsJSON: options as RequestOptions }));
  await call('post', '/api/desk/me/prove/passkey', { body: { credential }, key: crypto.randomUUID() });
}

/** Has a passkey of a colleague sign the approval of one call at a venue. */
export async function signApproval(venue: number, staff: string): Promise<SignedCredential> {
  const options = await call('post', '/api/desk/venues/{venue}/approvers/{staff}/passkey', {
    params: { venue, staff },
    key: crypto.randomUUID(),
  });
  return callAuthenticator(() => startAuthentication({ optionsJSON: options as RequestOptions }));
}

/** Makes a passkey and adds it with this name; after a lost answer the request is repeated. */
export async function addPasskey(label: string): Promise<Me> {
  const options = await call('post', '/api/desk/me/passkeys/start', { key: crypto.randomUUID() });
  const credential = await callAuthenticator(
    () => startRegistration({ optionsJSON: options as CreationOptions }),
    passkeyTexts.notMade,
  );
  return repeatWrite((key) => call('post', '/api/desk/me/passkeys', { body: { label, credential }, key }));
}

/**
 * Calls the authenticator. A refusal of the browser becomes a failure with a message, like a refusal of the server;
 * `stopped` is the message if the person stopped it, or if it took too long.
 */
async function callAuthenticator<Answer>(
  authenticator: () => Promise<Answer>,
  stopped = passkeyTexts.stopped,
): Promise<Answer> {
  try {
    return await authenticator();
  } catch (cause) {
    const message = messageOf(cause, stopped);
    throw message === undefined ? cause : new ApiFailure(400, 'passkey_refused', message);
  }
}

/** The message of a browser's refusal, of which only the kind is known: a page must not learn which passkeys exist. */
function messageOf(cause: unknown, stopped: string): string | undefined {
  switch (cause instanceof Error ? cause.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return stopped;
    case 'InvalidStateError':
      return passkeyTexts.hereAlready;
    case 'NotSupportedError':
    case 'ConstraintError':
      return passkeyTexts.cannot;
    case 'SecurityError':
      return passkeyTexts.insecure;
    default:
      return undefined;
  }
}
