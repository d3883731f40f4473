let known: Promise<string> | null = null;

/**
 * The key that every call but app-config carries. It comes from app-config once per page; whoever asks first lets it be
 * fetched, the others wait for the same answer, and a failure is forgotten so that the next call tries again.
 */
export function apiKey(fetchKey: () => Promise<string>): Promise<string> {
  known ??= fetchKey().catch((cause: unknown) => {
    known = null;
    throw cause;
  });
  return known;
}

/** Lets a key that app-config has just brought be used without another call. */
export function rememberApiKey(key: string): void {
  known = Promise.resolve(key);
}

/** The server refused the key (it was changed): the next call fetches the new one. */
export function forgetApiKey(): void {
  known = null;
}
