/**
 * The token that proves that the right code was entered; /resetpassword requires it. It is kept only in this module's
 * memory: never in the address, in the navigation state or in storage, so that a later user of the browser cannot set a
 * password with it.
 */
let kept: { user: string; token: string } | null = null;

/** Keeps the token for one handle until it is used, replaced or the page is reloaded. */
export function keepResetToken(user: string, token: string): void {
  kept = { user, token };
}

/** The token for this handle; null if none is kept for it, as after a reload. */
export function resetTokenFor(user: string): string | null {
  return kept?.user === user ? kept.token : null;
}

/** Removes the token after its use. */
export function forgetResetToken(): void {
  kept = null;
}
