import { ApiFailure } from './api-failure';

let known: Promise<string> | null = null;

/**
 * The key that every call but app-config carries. It comes from app-config once per page; whoever asks first fetches it,
 * the others wait for the same answer, and a failure is forgotten so that the next call tries again.
 */
export function apiKey(): Promise<string> {
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

async function fetchKey(): Promise<string> {
  let response: Response;
  try {
    response = await fetch('/api/app-config', { signal: AbortSignal.timeout(15_000) });
  } catch (cause) {
    throw new ApiFailure(0, cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'network');
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || typeof body !== 'object' || body === null || !('api_key' in body)) {
    throw ApiFailure.from(response, body);
  }
  return String(body.api_key);
}
