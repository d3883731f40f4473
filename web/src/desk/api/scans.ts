import { call, type Answer } from './client';
import type { components } from './schema';

/** The result of a scanned pass. */
export type ScanAnswer = Answer<'post', '/api/desk/venues/{venue}/scans'>;
export type ScanCode = components['schemas']['ScanCode'];
export type ScanParams = components['schemas']['ScanParams'];

/** How long a scan waits for the server, in milliseconds. */
const TIMEOUT_MILLISECONDS = 5_000;

/**
 * Sends a pass that was scanned at a venue. `seenVersion` is the version of a booking that the clerk lets in despite an objection.
 * Without an answer in time it throws a `TimeoutError`, which is no `ApiFailure`.
 */
export async function postScan(
  venue: number,
  pass: string,
  seenVersion: number | null,
  key: string,
): Promise<ScanAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const body = { pass, seen_version: seenVersion };
  return call('post', '/api/desk/venues/{venue}/scans', { params: { venue }, body, key, signal });
}
