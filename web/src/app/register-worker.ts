import type { Language } from '@/lib/language';

/** What is remembered of a missing chunk for as long as the tab lives, so that one chunk reloads the page once. */
const RELOADED = 'reloaded-for';

/**
 * Makes passes open without network (src/service-worker): the worker is registered once the page has nothing better to
 * do. Where it cannot be (a private window), the app works as before.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 10_000 });
  else setTimeout(register, 3_000);
}

/**
 * Lets the worker keep the language that is spoken, which the page may have fetched before the worker was there; to be
 * called for each language. The returned function ends it.
 */
export function keepLanguage(language: Language): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const workers = navigator.serviceWorker;
  // A worker has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tell = () => workers.controller?.postMessage(language);
  tell();
  workers.addEventListener('controllerchange', tell);
  return () => workers.removeEventListener('controllerchange', tell);
}

/** After a release a page still open may ask for a chunk that is gone: the new page has its successor. */
export function reloadForMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const key = `${RELOADED}:${event.payload.message}`;
    if (!navigator.onLine || sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
    event.preventDefault();
    window.location.reload();
  });
}
