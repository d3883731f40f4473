/**
 * Runs `work` once the browser is idle, after `latest` milliseconds at the latest; a browser that does not say when it is
 * idle runs it after `otherwise` milliseconds.
 */
export function whenIdle(work: () => void, { latest, otherwise }: { latest: number; otherwise: number }): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: latest });
  else setTimeout(work, otherwise);
}
