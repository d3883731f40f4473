/** A public key that checks passes, as app-config lists it: 32 bytes as base64url. */
export interface PassKey {
  id: string;
  key: string;
}

/** The content of a pass (docs/decisions/0007-signed-pass.md): the booking as it was when the pass was made. */
export interface Pass {
  order: string;
  /** The start of play, in milliseconds since 1970 UTC. */
  startsAt: number;
  court: number;
}

/** The result of reading a text; `unverified` if this device has no key of the business yet, or cannot verify. */
export type Reading =
  | { kind: 'genuine'; pass: Pass }
  | { kind: 'not_a_pass' | 'unknown_key' | 'wrong_signature' | 'unverified' };

/** The longest text that is read as a pass, in characters. */
const MOST_CHARACTERS = 256;
/** The id of the key, the order, the start of play in minutes since 1970 UTC, the court, and the signature. */
const FORM = /^SO1\.([\w-]{1,16})\.(\d{10})\.(\d{1,9})\.(\d{1,15})\.([\w-]+)$/;

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads and verifies the text of a pass without the server. */
export async function readPass(given: string, keys: readonly PassKey[]): Promise<Reading> {
  const text = given.trim();
  const match = text.length > MOST_CHARACTERS ? null : FORM.exec(text);
  const [, id, order = '', minutes, court, signed = ''] = match ?? [];
  const signature = bytesOf(signed);
  if (match === null || signature?.length !== 64) return { kind: 'not_a_pass' };
  if (keys.length === 0) return { kind: 'unverified' };
  const known = keys.filter((key) => key.id === id);
  if (known.length === 0) return { kind: 'unknown_key' };
  const message = new TextEncoder().encode(`sideout pass\n${text.slice(0, text.lastIndexOf('.'))}`);
  for (const { key } of known) {
    const bytes = bytesOf(key);
    const isSigned = bytes === null ? false : await isSignedWith(bytes, message, signature);
    if (isSigned === null) return { kind: 'unverified' };
    if (isSigned) {
      return { kind: 'genuine', pass: { order, startsAt: Number(minutes) * 60_000, court: Number(court) } };
    }
  }
  return { kind: 'wrong_signature' };
}

/** Loads what this browser lacks to verify passes, for the time without a network. A failure changes nothing. */
export async function prepareVerification(): Promise<void> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  } catch {
    await loadEd25519().catch(() => undefined);
  }
}

const loadEd25519 = () => import('@noble/ed25519');

/** Whether `signature` is that of `message`; null if this browser cannot verify it. */
async function isSignedWith(key: Bytes, message: Bytes, signature: Bytes): Promise<boolean | null> {
  if (key.length !== 32) return false;
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', imported, signature, message);
  } catch {
    // This browser's own cryptography has no Ed25519.
    const library = await loadEd25519().catch(() => null);
    return library === null ? null : library.verifyAsync(signature, message, key).catch(() => false);
  }
}

/** Decodes base64url without padding; null for other text. */
function bytesOf(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
