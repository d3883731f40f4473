import { deskStrategy } from './desk-strategy';
import { cachedFile, fillCache, removeOutdatedCaches } from './version-cache';
import type { FetchEvent, InstallEvent, WorkerScope } from './worker-scope';

/** Inserted by the build (scripts/desk-service-worker.ts). */
interface Precache {
  version: string;
  /** The script that every page of this version loads. */
  entry: string;
  files: string[];
  /** The files that are cached once a page has fetched them. */
  onDemand: string[];
}

declare global {
  var __DESK_PRECACHE__: Precache;
}

const worker = globalThis as unknown as WorkerScope;
const { version, entry, files, onDemand } = globalThis.__DESK_PRECACHE__;

// A prefix of its own: the players' worker removes the caches of its own versions.
const PREFIX = 'desk-sideout-';
const OWN = `${PREFIX}${version}`;
/** The page that is the same at each address of the desk. */
const SHELL = '/desk';

worker.addEventListener('install', (event) => event.waitUntil(Promise.all([install(), routeCalls(event)])));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
worker.addEventListener('fetch', (event) => {
  const strategy = deskStrategy(event.request, worker.location.origin);
  if (strategy === 'page') event.respondWith(page(event));
  if (strategy === 'asset') event.respondWith(cachedFile(event.request, OWN));
});

async function install(): Promise<void> {
  // If it fails, the browser tries again.
  const shell = await ownPage();
  await fillCache(OWN, async (cache) => {
    await cache.addAll(files);
    await takeOver(cache);
    await cache.put(SHELL, shell);
  });
  await worker.skipWaiting();
}

/** Takes over what an earlier version has cached on demand, and this one has too: the cache of that version will be removed. */
async function takeOver(cache: Cache): Promise<void> {
  for (const file of onDemand) {
    const kept = await caches.match(file, { ignoreVary: true });
    if (kept !== undefined) await cache.put(file, kept);
  }
}

/** Has the browser send calls of the API itself: this worker answers none of them, and need not be started for one. */
async function routeCalls(event: InstallEvent): Promise<void> {
  try {
    await event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' });
  } catch {
    // The worker is asked, and leaves the call to the network.
  }
}

async function activate(): Promise<void> {
  await removeOutdatedCaches(PREFIX, OWN);
  await worker.clients.claim();
}

/** Caches files that the page loaded before this worker was active, such as those of its language. */
async function keep(paths: unknown): Promise<void> {
  if (!Array.isArray(paths)) return;
  const cache = await caches.open(OWN);
  for (const path of paths as unknown[]) {
    if (typeof path !== 'string' || !path.startsWith('/assets/')) continue;
    if ((await caches.match(path)) === undefined) await cache.add(path);
  }
}

/** The kept page, which is of this worker's version, or the server's if this worker has lost it. */
async function page(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(OWN);
  const kept = await cache.match(SHELL, { ignoreVary: true });
  if (kept === undefined) return fetch(event.request);
  event.waitUntil(renewPage(cache));
  return kept;
}

/** Keeps the server's page for the next time: its markup and its headers may have changed, and its scripts not. */
async function renewPage(cache: Cache): Promise<void> {
  try {
    await cache.put(SHELL, await ownPage());
  } catch {
    // There is no network, or the server has failed or is of another version: the kept page stays.
  }
}

/** The server's page, if it is of this version. During a release another node may still serve the one before. */
async function ownPage(): Promise<Response> {
  const shell = await fetch(SHELL, { cache: 'no-store' });
  if (!shell.ok || !(await shell.clone().text()).includes(entry)) throw new Error('the page is not of this version');
  return shell;
}
