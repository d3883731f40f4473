let known: Promise<string> | null = null;

/**
 * The key that every call except app-config carries. It is fetched from app-config once per page, unless the
 * server refuses it: concurrent callers share one request, and a failure is not cached, so the next call tries again.
 */
export function apiKey(fetchKey: () => Promise<string>): Promise<string> {
  known ??= fetchKey().catch((cause: unknown) => {
    known = null;
    throw cause;
  });
  return known;
}

/** Stores the key of an app-config reply, so that no further request is needed. */
export function rememberApiKey(key: string): void {
  known = Promise.resolve(key);
}

/** Forgets the key, because the server may have changed it: the next call fetches the present one. */
export function forgetApiKey(): void {
  known = null;
}
