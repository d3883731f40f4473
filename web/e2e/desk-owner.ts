import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';

/** Signs the browser in at the desk as the sample owner, whose session `desk-session.ts` has begun; returns its address. */
export async function signInAsOwner(context: BrowserContext, baseURL?: string): Promise<string> {
  const value = process.env['DESK_SESSION'];
  if (value === undefined) throw new Error('run this by cargo xtask e2e or shots, which know the links of the demo');
  const cookie = { name: '__Host-sideout-desk', value, domain: 'localhost', path: '/', secure: true, httpOnly: true };
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
  return deskAddress(baseURL);
}

/**
 * Proves the sample owner by a code of their app, for what needs a proof of the last minutes. `now` is the server's time in
 * milliseconds. A code works once, and the proof is of the session that all tests share: a code that another test has just used is
 * refused, and has proven it.
 */
export async function proveOwner(request: APIRequestContext, desk: string, now: number): Promise<void> {
  const secret = process.env['DESK_OWNER_APP'];
  if (secret === undefined) throw new Error('the sample owner has no authenticator app');
  const headers = { origin: desk, 'idempotency-key': randomUUID() };
  const data = { code: codeOf(secret, Math.floor(now / 30_000)) };
  await request.post(`${desk}/api/desk/me/prove`, { headers, data });
}
