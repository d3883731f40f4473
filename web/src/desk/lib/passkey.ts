/** A credential as `PublicKeyCredential.toJSON()` writes it, for the server to read. */
export interface CredentialJson {
  id: string;
  type: string;
  [name: string]: unknown;
}

/** Whether this browser can use a passkey with options that came as JSON. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Asks for a passkey of this site. Rejects if the person closes the browser's window. */
export async function readPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<CredentialJson> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return asJson(await navigator.credentials.get({ publicKey }));
}

/** Makes a new passkey for this site. Rejects if the person closes the browser's window. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<CredentialJson> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return asJson(await navigator.credentials.create({ publicKey }));
}

function asJson(credential: Credential | null): CredentialJson {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser returned no passkey');
  return { ...credential.toJSON() };
}

/** Why no passkey came: the person closed the window or waited too long, this device has it already, or it failed. */
export type PasskeyProblem = 'cancelled' | 'known' | 'failed';

/** What an error of {@link readPasskey} or {@link makePasskey} means; null for any other error. */
export function passkeyProblem(cause: unknown): PasskeyProblem | null {
  if (!(cause instanceof DOMException)) return null;
  if (cause.name === 'NotAllowedError' || cause.name === 'AbortError') return 'cancelled';
  return cause.name === 'InvalidStateError' ? 'known' : 'failed';
}
