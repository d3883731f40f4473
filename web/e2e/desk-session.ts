import { readFileSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import { deskAddress } from './desk-address';

/*
 * The demo prints a link for each member of its sample staff. The owner's signs in here, before the tests; its session is
 * for all of them. The other two are for the tests of the join screen, one for each screen size.
 */

/** Puts the owner's session and the unused links into the environment of the tests. */
export default async function signInAsOwner({ projects: [project] }: FullConfig): Promise<void> {
  const log = process.env['SERVER_LOG'];
  if (log === undefined) return;
  const links = [...readFileSync(log, 'utf8').matchAll(/\/desk\/join#(\S+)/g)].map(([, token]) => token);
  const [owner, manager, clerk] = links;
  const desk = deskAddress(project?.use.baseURL);
  const answer = await fetch(`${desk}/api/desk/links/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: desk },
    body: JSON.stringify({ token: owner }),
  });
  const cookie = answer.headers.get('set-cookie');
  if (cookie === null) throw new Error(`the owner's link did not sign in: ${await answer.text()}`);
  process.env['DESK_SESSION'] = /=([^;]*)/.exec(cookie)?.[1];
  process.env['DESK_LINKS'] = [manager, clerk].join(' ');
}
