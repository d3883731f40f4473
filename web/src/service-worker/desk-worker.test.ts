import { beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'https://play.example.in';
const PAGE = '<script src="/assets/desk-new.js"></script>';

/** The caches of a browser, by name and address. */
class Caches {
  readonly byName = new Map<string, Map<string, Response>>();
  /** Whether the files of a version do not load. */
  filesFail = false;

  async has(name: string) {
    return this.byName.has(name);
  }

  async delete(name: string) {
    return this.byName.delete(name);
  }

  async match(path: string) {
    const entries = [...this.byName.values()].find((one) => one.has(path));
    return entries?.get(path)?.clone();
  }

  async open(name: string) {
    const entries = this.byName.get(name) ?? new Map<string, Response>();
    this.byName.set(name, entries);
    const path = (request: Request | string) => (typeof request === 'string' ? request : new URL(request.url).pathname);
    return {
      match: async (request: Request | string) => entries.get(path(request))?.clone(),
      put: async (request: Request | string, response: Response) => void entries.set(path(request), response),
      addAll: async (paths: string[]) => {
        if (this.filesFail) throw new TypeError('network down');
        for (const one of paths) entries.set(one, new Response(one));
      },
    };
  }
}

/** Starts the worker; returns what it does for an event. */
async function startWorker(fetch: () => Promise<Response>, caches = new Caches()) {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('__DESK_PRECACHE__', {
    version: 'v2',
    entry: '/assets/desk-new.js',
    files: ['/assets/desk-new.js'],
    onDemand: ['/assets/desk-hindi.js', '/assets/desk-reader.js'],
  });
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('skipWaiting', async () => {});
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: object) => void) => listeners.set(kind, listener));
  vi.resetModules();
  await import('./desk-worker');
  let lasting: Promise<unknown> | undefined;
  const run = async (kind: string, event: object) => {
    let answer: Promise<unknown> | undefined;
    const waitUntil = (work: Promise<unknown>) => (lasting = work);
    const respondWith = (given: Promise<unknown>) => (answer = given);
    listeners.get(kind)?.({ ...event, waitUntil, respondWith });
    return answer ?? lasting;
  };
  return {
    /** Resolves when the worker has done what it does after an answer. */
    settled: () => lasting,
    install: (event = {}) => run('install', event),
    open: (path: string) => run('fetch', { request: { url: ORIGIN + path, method: 'GET', mode: 'navigate' } }),
  };
}

const text = async (response: unknown) => (response as Response).text();

beforeEach(() => vi.unstubAllGlobals());

test('an installed worker opens a page of the desk without waiting for the server', async () => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response(PAGE));
  const worker = await startWorker(fetch);
  await worker.install();
  fetch.mockReturnValue(new Promise(() => {}));
  expect(await text(await worker.open('/desk/v/1/board?day=2026-11-22'))).toBe(PAGE);
});

test('the page that the server has now is opened the next time, if it is of the same version', async () => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response(PAGE));
  const worker = await startWorker(fetch);
  await worker.install();
  const changed = `${PAGE}<title>Desk of Riverside</title>`;
  fetch.mockResolvedValueOnce(new Response(changed));
  expect(await text(await worker.open('/desk'))).toBe(PAGE);
  await worker.settled();
  for (const answer of [
    new Response('<script src="/assets/desk-newer.js"></script>'),
    new Response('', { status: 502 }),
  ]) {
    fetch.mockResolvedValueOnce(answer);
    expect(await text(await worker.open('/desk'))).toBe(changed);
    await worker.settled();
  }
  fetch.mockRejectedValueOnce(new Error('no network'));
  expect(await text(await worker.open('/desk'))).toBe(changed);
  await worker.settled();
});

test('a worker that has lost its page opens that of the server', async () => {
  const worker = await startWorker(async () => new Response(PAGE));
  expect(await text(await worker.open('/desk'))).toBe(PAGE);
});

test('a worker is not installed with the page of another version', async () => {
  const caches = new Caches();
  const worker = await startWorker(async () => new Response('<script src="/assets/desk-old.js"></script>'), caches);
  await expect(worker.install()).rejects.toThrow('not of this version');
  expect([...caches.byName.keys()]).toEqual([]);
});

test('a worker whose files do not load leaves no cache, which would count as that of an earlier version', async () => {
  const caches = new Caches();
  caches.filesFail = true;
  await (await caches.open('desk-sideout-v1')).put('/assets/desk-reader.js', new Response('reads codes'));
  const worker = await startWorker(async () => new Response(PAGE), caches);
  await expect(worker.install()).rejects.toThrow('network down');
  expect([...caches.byName.keys()]).toEqual(['desk-sideout-v1']);
  // The next attempt finds nothing of the failed one.
  caches.filesFail = false;
  await worker.install();
  expect([...caches.byName.keys()]).toEqual(['desk-sideout-v1', 'desk-sideout-v2']);
});

test('a failed attempt to install a version again keeps the cache that it has', async () => {
  const caches = new Caches();
  const worker = await startWorker(async () => new Response(PAGE), caches);
  await worker.install();
  caches.filesFail = true;
  await expect(worker.install()).rejects.toThrow('network down');
  expect(await text(await worker.open('/desk'))).toBe(PAGE);
});

test('a file that an earlier version has cached on demand is taken over', async () => {
  const caches = new Caches();
  await (await caches.open('desk-sideout-v1')).put('/assets/desk-reader.js', new Response('reads codes'));
  const worker = await startWorker(async () => new Response(PAGE), caches);
  await worker.install();
  const own = await caches.open('desk-sideout-v2');
  expect(await text(await own.match('/assets/desk-reader.js'))).toBe('reads codes');
  expect(await own.match('/assets/desk-hindi.js')).toBeUndefined();
});

test('calls of the API do not pass the worker if the browser can route them', async () => {
  const addRoutes = vi.fn<(route: object) => Promise<void>>(async () => {});
  const worker = await startWorker(async () => new Response(PAGE));
  await worker.install({ addRoutes });
  expect(addRoutes.mock.calls).toEqual([[{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }]]);
});

test('a browser that refuses the route has the worker nevertheless', async () => {
  const worker = await startWorker(async () => new Response(PAGE));
  await worker.install({ addRoutes: async () => Promise.reject(new TypeError('no more routes')) });
  expect(await text(await worker.open('/desk'))).toBe(PAGE);
});
