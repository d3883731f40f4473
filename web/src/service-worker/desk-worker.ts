import { deskStrategy } from './desk-strategy';
import type { FetchEvent, WorkerScope } from './worker-scope';

/** Inserted by the build (scripts/desk-service-worker.ts). */
interface Precache {
  version: string;
  /** The script that every page of this version loads. */
  entry: string;
  files: string[];
}

declare global {
  var __DESK_PRECACHE__: Precache;
}

const worker = globalThis as unknown as WorkerScope;
const { version, entry, files } = globalThis.__DESK_PRECACHE__;

// A prefix of its own: the players' worker removes the caches of its own versions.
const PREFIX = 'desk-sideout-';
const OWN = `${PREFIX}${version}`;
/** The page that is the same at each address of the desk. */
const SHELL = '/desk';
/** How long a page waits for the network, in milliseconds, before the kept one is shown. */
const PAGE_TIMEOUT_MILLISECONDS = 4_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
worker.addEventListener('fetch', (event) => {
  const strategy = deskStrategy(event.request, worker.location.origin);
  if (strategy === 'page') event.respondWith(page(event));
  if (strategy === 'asset') event.respondWith(asset(event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  const shell = await fetch(SHELL, { cache: 'no-store' });
  // During a release another node may still serve the page of the version before: the browser tries again.
  if (!shell.ok || !(await shell.clone().text()).includes(entry)) throw new Error('the page is not of this version');
  await cache.addAll(files);
  await cache.put(SHELL, shell);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  // Open pages of the version before still need their files.
  const outdated = kept.filter((name) => name !== OWN).slice(0, -1);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Caches files that the page loaded before this worker was active: those of its language. */
async function keep(paths: unknown): Promise<void> {
  if (!Array.isArray(paths)) return;
  const cache = await caches.open(OWN);
  for (const path of paths as unknown[]) {
    if (typeof path !== 'string' || !path.startsWith('/assets/')) continue;
    if ((await caches.match(path)) === undefined) await cache.add(path);
  }
}

/** A page comes from the server. The kept one replaces it if the network fails or takes too long, or for a gateway error. */
async function page(event: FetchEvent): Promise<Response> {
  const online = fetch(event.request);
  online.catch(() => undefined);
  const kept = async () => (await caches.open(OWN)).match(SHELL, { ignoreVary: true });
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MILLISECONDS, undefined));
  try {
    const first = await Promise.race([online, timeout]);
    if (first !== undefined && (first.status < 502 || first.status > 504)) return first;
    return (await kept()) ?? first ?? (await online);
  } catch (cause) {
    const shell = await kept();
    if (shell === undefined) throw cause;
    return shell;
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(OWN);
    // A full disk must not prevent the response.
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}
