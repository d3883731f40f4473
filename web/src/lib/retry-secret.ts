/**
 * 32 random bytes as base64url, for a call that works once, such as the use of a code: with the same bytes it can be
 * repeated for a short time, in case the answer was lost.
 */
export function newRetrySecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
