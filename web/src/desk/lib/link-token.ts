let token: string | null = null;

/**
 * Takes the token of a one-time link out of the address: the fragment is never sent to a server, and now it is in no
 * history entry either.
 */
export function takeLinkToken(): void {
  const fragment = fragmentOfLink();
  if (fragment === null) return;
  token = decoded(fragment);
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}

/**
 * Reloads the page when another one-time link is opened in its tab: the browser only changes the fragment then and
 * loads nothing.
 */
export function reloadForNextLink(reload: () => void): void {
  window.addEventListener('hashchange', () => {
    if (fragmentOfLink() !== null) reload();
  });
}

/** The fragment of the address if it is that of a one-time link; the link "Skip to content" leads to `#content`. */
function fragmentOfLink(): string | null {
  const { pathname, hash } = window.location;
  return pathname.endsWith('/join') && hash.length > 1 && hash !== '#content' ? hash.slice(1) : null;
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
