import type { BrowserContext } from '@playwright/test';

/** Signs the browser in at the desk as the sample owner, whose session `desk-session.ts` has begun. */
export async function signInAsOwner(context: BrowserContext): Promise<void> {
  const value = process.env['DESK_SESSION'];
  if (value === undefined) throw new Error('run this by cargo xtask e2e or shots, which know the links of the demo');
  const cookie = { name: '__Host-sideout-desk', value, domain: 'localhost', path: '/', secure: true, httpOnly: true };
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
}
