import { whenIdle } from '@/lib/when-idle';
import { reloadForNewerVersion } from './reload-for-newer-version';

/**
 * Registers the desk's service worker, with which its pages open without a network
 * (src/service-worker/desk-worker.ts), once the page is idle, and sends it the list of files that were loaded before
 * it was active. Without it the desk works too.
 */
export function registerDeskWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const sendLoadedFiles = () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    // `postMessage` of a worker takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    workers.controller?.postMessage(loaded.filter((path) => path.startsWith('/assets/')));
  };
  sendLoadedFiles();
  workers.addEventListener('controllerchange', sendLoadedFiles);
  reloadForNewerVersion(workers, () => window.location.reload());
  const register = () => {
    workers.register('/desk-sw.js', { scope: '/desk', updateViaCache: 'none' }).catch(() => undefined);
  };
  whenIdle(register, { latest: 10_000, otherwise: 3_000 });
}
