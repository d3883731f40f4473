/**
 * What a person does on a page: it is not reloaded after that. A screen reader or a voice control may press a button by a `click` alone,
 * and dictated text comes by an `input` alone.
 */
const USES = ['pointerdown', 'keydown', 'click', 'input'] as const;
/** Key in session storage: when this tab was reloaded, in milliseconds of this device's clock. */
const RELOADED_AT = 'desk_reloaded_at';
/** While nodes of two versions answer during a release, a tab is reloaded at most this often, in milliseconds. */
const ONCE_PER_MILLISECONDS = 60_000;

/**
 * Reloads the page when a newer version of the service worker takes over, unless it was used: the worker opens pages from its
 * cache, so the first one after a release is of the version before.
 */
export function reloadForNewerVersion(workers: ServiceWorkerContainer, reload: () => void): void {
  // The first worker takes over a page that the server sent.
  if (workers.controller === null) return;
  let isUsed = false;
  const use = () => {
    isUsed = true;
  };
  for (const kind of USES) window.addEventListener(kind, use, { once: true, capture: true, passive: true });
  workers.addEventListener(
    'controllerchange',
    () => {
      const last = Number(sessionStorage.getItem(RELOADED_AT));
      if (isUsed || Math.abs(Date.now() - last) < ONCE_PER_MILLISECONDS) return;
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      reload();
    },
    { once: true },
  );
}
