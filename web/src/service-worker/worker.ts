import { showsPass, wayOf } from './way-of';
import type { FetchEvent, WorkerScope } from './worker-scope';

/** What the build writes in (scripts/service-worker.ts): the version and the files that the pass needs. */
interface Precache {
  version: string;
  /** The script that every page of this version names. */
  entry: string;
  files: string[];
  /** The files of each language beside English, by the code that a page names in its `lang`. */
  languages: Record<string, string[]>;
}

declare global {
  var __PRECACHE__: Precache;
}

const worker = globalThis as unknown as WorkerScope;
const { version, entry, files, languages } = globalThis.__PRECACHE__;

const PREFIX = 'sideout-';
const OWN = `${PREFIX}${version}`;
/** The page that stands in for all others without network: one that the server leaves to the app, so that nothing of another screen stands on it. */
const SHELL = '/your-profile/booking-history';
/** A pass does not wait longer than this for a network that may be there. */
const PATIENCE_MILLISECONDS = 4_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => event.waitUntil(keep(event.data)));
worker.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, worker.location.origin);
  if (way === 'page') event.respondWith(page(event));
  if (way === 'asset') event.respondWith(asset(event.request));
});

async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  const shell = await fetch(SHELL, { cache: 'no-store' });
  const text = await shell.clone().text();
  // While a release goes round, another node may still hand out the pages of the one before: the browser tries again.
  if (!shell.ok || !text.includes(entry)) throw new Error('the shell is not of this version');
  await cache.addAll([...files, ...textsOf(/<html lang="(\w+)/.exec(text)?.[1])]);
  await cache.put(SHELL, shell);
  await worker.skipWaiting();
}

/** The files of a language; none of English, nor of what is no language. */
function textsOf(language: unknown): string[] {
  return typeof language === 'string' && Object.hasOwn(languages, language) ? (languages[language] ?? []) : [];
}

/** A page says which language it speaks: it may have fetched it before this worker was there to keep it. */
async function keep(language: unknown): Promise<void> {
  const cache = await caches.open(OWN);
  for (const file of textsOf(language)) if ((await cache.match(file)) === undefined) await cache.add(file);
}

async function activate(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  // Pages of the version before may still be open and go on with their files; older ones reload by themselves.
  const over = kept.filter((name) => name !== OWN).slice(0, -1);
  await Promise.all(over.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** Online a page always comes from the server; the shell is for when nobody answers. */
async function page(event: FetchEvent): Promise<Response> {
  const online = fromServer(event);
  // Nobody waits for it any more once the shell has been shown in its place.
  online.catch(() => undefined);
  const shell = async () => (await caches.open(OWN)).match(SHELL, { ignoreVary: true });
  try {
    const first = showsPass(event.request.url) ? await Promise.race([online, patience()]) : await online;
    // A gateway without its server behind it counts as no network.
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

function patience(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS, undefined));
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(OWN);
    // A full disk is no reason to keep the file from the page.
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}
