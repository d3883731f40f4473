/*
 * The cache of a version of a worker. Its name begins with the worker's prefix and ends with the version.
 */

/**
 * Fills the cache of a version that is being installed. If that fails, a new cache is removed: otherwise it would count as
 * the one of the last earlier version, and that of the version in use would be removed in its place.
 */
export async function fillCache(own: string, fill: (cache: Cache) => Promise<void>): Promise<void> {
  const isNew = !(await caches.has(own));
  try {
    await fill(await caches.open(own));
  } catch (cause) {
    if (isNew) await caches.delete(own);
    throw cause;
  }
}

/** Removes the caches of earlier versions except the last one, because open pages of it still need its files. */
export async function removeOutdatedCaches(prefix: string, own: string): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const outdated = kept.filter((name) => name !== own).slice(0, -1);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** A file from any cache, or from the server, in which case the cache `own` keeps it. */
export async function cachedFile(request: Request, own: string): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(own);
    // A full disk must not prevent the response.
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}
