import { showsPass, requestStrategy } from './request-strategy';
import { cachedFile, fillCache, removeOutdatedCaches } from './version-cache';
import type { FetchEvent, WorkerScope } from './worker-scope';

/** Inserted by the build (scripts/service-worker.ts): the version and the files that the pass needs. */
interface Precache {
  version: string;
  /** The script that every page of this version loads. */
  entry: string;
  files: string[];
  /** The files of each language except English, by the code in a page's `lang`. */
  languages: Record<string, string[]>;
}

declare global {
  var __PRECACHE__: Precache;
}

const worker = globalThis as unknown as WorkerScope;
const { version, entry, files, languages } = globalThis.__PRECACHE__;

const PREFIX = 'sideout-';
const OWN = `${PREFIX}${version}`;
/**
 * The page that replaces all others without network: one that the server leaves for the app to render, so that it
 * contains nothing of another screen.
 */
const SHELL = '/your-profile/booking-history';
/** How long a page with a pass waits for the network, in milliseconds, before the shell replaces it. */
const PAGE_TIMEOUT_MILLISECONDS = 4_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
worker.addEventListener('fetch', (event) => {
  const strategy = requestStrategy(event.request, worker.location.origin);
  if (strategy === 'page') event.respondWith(page(event));
  if (strategy === 'asset') event.respondWith(cachedFile(event.request, OWN));
});

async function install(): Promise<void> {
  const shell = await fetch(SHELL, { cache: 'no-store' });
  const text = await shell.clone().text();
  // During a release another node may still serve pages of the version before: the install fails, and the browser tries
  // again.
  if (!shell.ok || !text.includes(entry)) throw new Error('the shell is not of this version');
  await fillCache(OWN, async (cache) => {
    await cache.addAll([...files, ...textsOf(/<html lang="(\w+)/.exec(text)?.[1])]);
    await cache.put(SHELL, shell);
  });
  await worker.skipWaiting();
}

/** The files of a language; none for English or an unknown language. */
function textsOf(language: unknown): string[] {
  return typeof language === 'string' && Object.hasOwn(languages, language) ? (languages[language] ?? []) : [];
}

/** Caches the files of a page's language: the page may have fetched them before this worker was active. */
async function keep(language: unknown): Promise<void> {
  const cache = await caches.open(OWN);
  for (const file of textsOf(language)) if ((await cache.match(file)) === undefined) await cache.add(file);
}

async function activate(): Promise<void> {
  // An open page that misses a file of an older version reloads itself (app/register-worker.ts).
  await removeOutdatedCaches(PREFIX, OWN);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A page comes from the server. The cached shell replaces it if the network fails or, for a pass, takes too long. */
async function page(event: FetchEvent): Promise<Response> {
  const online = fromServer(event);
  // The result is not used any more once the shell was shown in its place.
  online.catch(() => undefined);
  const shell = async () => (await caches.open(OWN)).match(SHELL, { ignoreVary: true });
  try {
    const first = showsPass(event.request.url) ? await Promise.race([online, pageTimeout()]) : await online;
    // A gateway error (502 to 504) counts as no network.
    if (first !== undefined && (first.status < 502 || first.status > 504)) return first;
    return (await shell()) ?? first ?? (await online);
  } catch (cause) {
    const kept = await shell();
    if (kept === undefined) throw cause;
    return kept;
  }
}

async function fromServer(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request);
}

function pageTimeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MILLISECONDS, undefined));
}
