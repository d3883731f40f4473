import type { BrowserContext } from '@playwright/test';
import { deskAddress } from './desk-address';

/** Signs the browser in at the desk as the sample owner, whose session `desk-session.ts` has begun; returns its address. */
export async function signInAsOwner(context: BrowserContext, baseURL?: string): Promise<string> {
  const value = process.env['DESK_SESSION'];
  if (value === undefined) throw new Error('run this by cargo xtask e2e or shots, which know the links of the demo');
  const cookie = { name: '__Host-sideout-desk', value, domain: 'localhost', path: '/', secure: true, httpOnly: true };
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
  return deskAddress(baseURL);
}
