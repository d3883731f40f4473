/**
 * How a request is answered. `page`: from the network, or with the cached shell if that fails or, for a pass, takes too
 * long. `asset`: from the cache if it has the file, because the name contains a hash of the content; else from the network,
 * and then kept. `network`: not handled by the worker, above all every call of the API: the worker never keeps prices, free
 * courts or personal data.
 */
export type RequestStrategy = 'page' | 'asset' | 'network';

const OUTSIDE_OF_APP = /^\/(api|images|webhooks|healthz|readyz|metrics|desk)(\/|$)/;

/** Chooses by method, mode and address alone. */
export function requestStrategy(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): RequestStrategy {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || OUTSIDE_OF_APP.test(url.pathname)) return 'network';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  return request.mode === 'navigate' ? 'page' : 'network';
}

/** Pages that can show a pass without network, and so must not wait long for it. */
export function showsPass(url: string): boolean {
  return /^\/(booking-confirmation|booking-status|history-details\/.+)$/.test(new URL(url).pathname);
}
