let known: Promise<string> | null = null;

/**
 * The static api-key (spec §7). Concurrent callers share one request; a failure is not cached, so the next call tries
 * again.
 */
export function apiKey(fetchKey: () => Promise<string>): Promise<string> {
  known ??= fetchKey().catch((cause: unknown) => {
    known = null;
    throw cause;
  });
  return known;
}

/** Stores the key of an app-config reply. */
export function rememberApiKey(key: string): void {
  known = Promise.resolve(key);
}

/** Forgets the key: the next call fetches the present one. */
export function forgetApiKey(): void {
  known = null;
}
