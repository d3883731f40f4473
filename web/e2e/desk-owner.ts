import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';

/** Signs the browser in at the desk with the owner's session of `desk-session.ts`; returns the desk's address. */
export async function signInAsOwner(context: BrowserContext, baseURL?: string): Promise<string> {
  const value = process.env['DESK_SESSION'];
  if (value === undefined) throw new Error('run this by cargo xtask e2e or shots, which know the links of the demo');
  const cookie = { name: '__Host-sideout-desk', value, domain: 'localhost', path: '/', secure: true, httpOnly: true };
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
  return deskAddress(baseURL);
}

/**
 * Gives the sample owner a fresh proof by a code of the authenticator app. `now` is the server's time in milliseconds.
 * A code works once, and all tests share the session: if a code is refused because another test has just used it, the
 * session has its proof from that test.
 */
export async function proveOwner(request: APIRequestContext, desk: string, now: number): Promise<void> {
  const secret = process.env['DESK_OWNER_APP'];
  if (secret === undefined) throw new Error('the sample owner has no authenticator app');
  const headers = { origin: desk, 'idempotency-key': randomUUID() };
  const data = { code: codeOf(secret, Math.floor(now / 30_000)) };
  await request.post(`${desk}/api/desk/me/prove`, { headers, data });
}
