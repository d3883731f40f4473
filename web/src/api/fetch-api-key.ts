import { ApiFailure } from './api-failure';

/** Asks app-config for the key of all other calls. Apart from api-key.ts, which the first screen loads. */
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
