import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import { codeOf } from './authenticator';
import { deskAddress } from './desk-address';

/*
 * The demo prints a link for each member of its sample staff. The owner's link signs in here, before the tests, which
 * share its session and the authenticator app that the owner sets up, because an app can be set up only once. The other
 * two links are for the test of the join screen, one for each screen size.
 */

/** Puts the owner's session and app, and the unused links, into the environment of the tests. */
export default async function prepareDeskSessions({ projects: [project] }: FullConfig): Promise<void> {
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
  process.env['DESK_OWNER_APP'] = await setUpApp(desk, cookie.split(';')[0] ?? '', project?.use.baseURL);
}

/** Sets up the authenticator app of a session; returns its secret. */
async function setUpApp(desk: string, cookie: string, site = 'http://127.0.0.1:8080'): Promise<string> {
  async function post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json', origin: desk, cookie, 'idempotency-key': randomUUID() };
    const answer = await fetch(`${desk}/api/desk${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const config = await fetch(`${site}/api/app-config`);
  const { server_time } = (await config.json()) as { server_time: string };
  const { secret } = await post<{ secret: string }>('/me/totp/start', {});
  await post('/me/totp/confirm', { code: codeOf(secret, Math.floor(Date.parse(server_time) / 30_000)) });
  return secret;
}
