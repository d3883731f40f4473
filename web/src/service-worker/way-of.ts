/**
 * How a request is answered. `page`: from the network, the kept shell when there is none. `asset`: named by its content,
 * so what is kept is right for ever. `network`: the worker keeps out of it, above all of every call of the API: prices,
 * free courts and anything personal are never kept by the worker.
 */
export type Way = 'page' | 'asset' | 'network';

const FOR_PROGRAMS = /^\/(api|images|webhooks|healthz|readyz|metrics|desk)(\/|$)/;

/** Decides by method, mode and address alone. */
export function wayOf(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Way {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || FOR_PROGRAMS.test(url.pathname)) return 'network';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  return request.mode === 'navigate' ? 'page' : 'network';
}

/** Pages that can show something without network, and so should not wait long for it. */
export function showsPass(url: string): boolean {
  return /^\/(booking-confirmation|booking-status|history-details\/.+)$/.test(new URL(url).pathname);
}
