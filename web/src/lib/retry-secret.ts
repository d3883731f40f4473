/**
 * 32 random bytes as base64url, for a sign-in that can be used once: with the same bytes the server answers it again if the
 * answer was lost. They stay in the page.
 */
export function newRetrySecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
