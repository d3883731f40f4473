import { ApiFailure } from './api-failure';

/** Fetches the key of all other calls from app-config. Separate from api-key.ts, which loads with the first screen. */
export async function fetchApiKey(): Promise<string> {
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
