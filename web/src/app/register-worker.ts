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
