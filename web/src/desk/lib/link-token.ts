let token: string | null = null;

/**
 * Takes the token of a one-time link out of the address, before anything else reads it: the fragment is never sent to a
 * server, and now it is in no history entry either.
 */
export function takeLinkToken(): void {
  const { pathname, search, hash } = window.location;
  if (!pathname.endsWith('/join') || hash.length < 2) return;
  token = decoded(hash.slice(1));
  window.history.replaceState(window.history.state, '', pathname + search);
}

/** The text of a fragment; as it is if it is damaged, so that the server refuses it and the page still starts. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The token of the link that opened this page, if there was one. */
export function linkToken(): string | null {
  return token;
}

/** Forgets the token, because a link works only once. */
export function forgetLinkToken(): void {
  token = null;
}
