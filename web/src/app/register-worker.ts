import type { Language } from '@/lib/language';
import { whenIdle } from '@/lib/when-idle';

/**
 * Key in session storage that records a missing chunk for the life of the tab, so that one chunk reloads the page only
 * once.
 */
const RELOADED = 'reloaded-for';

/**
 * Registers the service worker, which makes passes open without network (src/service-worker), once the browser
 * is idle, after 10 seconds at the latest. If it cannot be registered (a private window), the app works without it.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  };
  whenIdle(register, { latest: 10_000, otherwise: 3_000 });
}

/**
 * Makes the worker cache the current language, which the page may have fetched before the worker was active; call it
 * for each language. The returned function stops it.
 */
export function keepLanguage(language: Language): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const workers = navigator.serviceWorker;
  // `postMessage` of a worker takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const sendLanguage = () => workers.controller?.postMessage(language);
  sendLanguage();
  workers.addEventListener('controllerchange', sendLanguage);
  return () => workers.removeEventListener('controllerchange', sendLanguage);
}

/** Reloads the page if a chunk is missing: after a release an open page may request a chunk that was replaced. */
export function reloadForMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const key = `${RELOADED}:${event.payload.message}`;
    if (!navigator.onLine || sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
    event.preventDefault();
    window.location.reload();
  });
}
