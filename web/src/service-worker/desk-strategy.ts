/**
 * How a request of the desk's pages is answered. `page`: with the cached page, which is the same at each address.
 * `asset`: from the cache if it has the file, because the name contains a hash of the content; else from the network, and
 * then kept. `network`: from the network only, above all every call of the API: the pages store boards themselves, and
 * remove them when a person signs out.
 */
export type DeskStrategy = 'page' | 'asset' | 'network';

const OF_DESK = /^\/desk(\/|$)/;

/** Chooses by method, mode and address alone. */
export function deskStrategy(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): DeskStrategy {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'network';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  return request.mode === 'navigate' && OF_DESK.test(url.pathname) ? 'page' : 'network';
}
