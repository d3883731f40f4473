/**
 * The proof that a code was entered, which /resetpassword asks for. It lives in this module's memory only: never in the
 * address, in the navigation state or in storage, so that nobody who opens the browser later can set a password with it.
 */
let kept: { user: string; token: string } | null = null;

/** Keeps the proof for one handle until it is used, replaced or the page is reloaded. */
export function keepResetToken(user: string, token: string): void {
  kept = { user, token };
}

/** The proof for this handle, or null after a reload. */
export function resetTokenFor(user: string): string | null {
  return kept?.user === user ? kept.token : null;
}

/** Forgets the proof once it has done its work. */
export function forgetResetToken(): void {
  kept = null;
}
