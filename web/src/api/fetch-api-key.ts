import { ApiFailure } from './api-failure';
import { parseJson } from './parse-json';

/** The longest wait for the answer. */
const TIMEOUT_MILLISECONDS = 15_000;

/** Fetches the api-key from app-config. Separate from api-key.ts, which loads with the first screen. */
export async function fetchApiKey(): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch('/api/app-config', { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    text = await response.text();
  } catch (cause) {
    throw new ApiFailure(0, cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'network');
  }
  const body = parseJson(text);
  if (!response.ok) throw ApiFailure.from(response, body);
  if (typeof body !== 'object' || body === null || !('api_key' in body)) throw new ApiFailure(0, 'network');
  return String(body.api_key);
}
