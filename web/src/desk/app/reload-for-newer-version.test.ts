import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadForNewerVersion } from './reload-for-newer-version';

/** The browser's service workers, of which `controller` serves the page. */
function workersWith(controller: object | null) {
  const workers = Object.assign(new EventTarget(), { controller });
  return {
    workers: workers as unknown as ServiceWorkerContainer,
    takeOver: () => workers.dispatchEvent(new Event('controllerchange')),
  };
}

beforeEach(() => {
  sessionStorage.clear();
  vi.setSystemTime('2026-11-21T18:22:00+05:30');
});
afterEach(() => vi.useRealTimers());

test('a page that was not used is reloaded once when a newer worker takes over', () => {
  const { workers, takeOver } = workersWith({});
  const reload = vi.fn<() => void>();
  reloadForNewerVersion(workers, reload);
  takeOver();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each(['pointerdown', 'keydown', 'click', 'input'])('after a %s event the page is not reloaded', (kind) => {
  const { workers, takeOver } = workersWith({});
  const reload = vi.fn<() => void>();
  reloadForNewerVersion(workers, reload);
  window.dispatchEvent(new Event(kind));
  takeOver();
  expect(reload).not.toHaveBeenCalled();
});

test('the first worker of a browser reloads nothing', () => {
  const { workers, takeOver } = workersWith(null);
  const reload = vi.fn<() => void>();
  reloadForNewerVersion(workers, reload);
  takeOver();
  expect(reload).not.toHaveBeenCalled();
});

test('while two versions alternate, a tab is reloaded at most once a minute', () => {
  const reload = vi.fn<() => void>();
  const loads = (at: string) => {
    vi.setSystemTime(at);
    const { workers, takeOver } = workersWith({});
    reloadForNewerVersion(workers, reload);
    takeOver();
  };
  loads('2026-11-21T18:22:00+05:30');
  loads('2026-11-21T18:22:40+05:30');
  expect(reload).toHaveBeenCalledTimes(1);
  loads('2026-11-21T18:23:20+05:30');
  expect(reload).toHaveBeenCalledTimes(2);
});
