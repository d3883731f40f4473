import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';
import { sendToDesk } from './desk-api';
import type { Server } from './server';

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
  const data = { code: codeOf(secret, Math.floor(now / 30_000)) };
  await sendToDesk(request, desk, { path: '/me/prove', data });
}

/** Opens a page of the desk as the owner with a fresh proof; returns the desk's address. */
export async function openAsProvenOwner(
  page: Page,
  server: Server,
  baseURL: string | undefined,
  path: string,
): Promise<string> {
  const desk = await signInAsOwner(page.context(), baseURL);
  await proveOwner(page.request, desk, await server.now());
  await page.goto(`${desk}${path}`);
  return desk;
}
