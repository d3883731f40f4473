import { randomInt } from 'node:crypto';
import { expect, type APIRequestContext, type Browser, type BrowserContext } from '@playwright/test';
import { codeOf } from './authenticator';
import { changeAtDesk, type DeskChange } from './desk-api';
import { proveOwner } from './desk-owner';

/** A person with a PIN at a shared device. */
export interface Colleague {
  name: string;
  pin: string;
}

/** A device that two people share. */
export interface SharedDevice {
  /** The person who unlocked the device. */
  first: Colleague;
  second: Colleague;
  /** The cookies of the device's browser, in which `first` is signed in. */
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

/**
 * Adds two managers of a venue, with a PIN each, and pairs a browser of the first one with the venue. `owner` is
 * signed in as the sample owner.
 */
export async function pairSharedDevice(
  owner: APIRequestContext,
  browser: Browser,
  desk: string,
  venue: number,
  now: () => Promise<number>,
): Promise<SharedDevice> {
  const send = <T>(request: APIRequestContext, method: DeskChange['method'], path: string, data: object) =>
    changeAtDesk<T>(request, desk, { method, path, data });
  /** Adds a member of staff and returns a browser in which they are signed in. */
  async function add({ name, pin }: Colleague): Promise<BrowserContext> {
    await proveOwner(owner, desk, await now());
    const phone = `9${String(randomInt(1e9)).padStart(9, '0')}`;
    const member = { full_name: name, phone, role: 'manager', venues: [venue] };
    const { id } = await send<{ id: string }>(owner, 'POST', '/staff', member);
    const { url } = await send<{ url: string }>(owner, 'POST', `/staff/${id}/links`, {});
    const context = await browser.newContext();
    const { request } = context;
    const used = await request.post(`${desk}/api/desk/links/use`, {
      headers: { origin: desk },
      data: { token: url.split('#')[1] },
    });
    expect(used.status()).toBe(200);
    const { secret } = await send<{ secret: string }>(request, 'POST', '/me/totp/start', {});
    await send(request, 'POST', '/me/totp/confirm', { code: codeOf(secret, Math.floor((await now()) / 30_000)) });
    await send(request, 'PUT', '/me/pin', { pin });
    return context;
  }
  const [first, second] = [
    { name: 'Rhea Dalal', pin: '604183' },
    { name: 'Sanjay Bhatt', pin: '719350' },
  ];
  await (await add(second)).close();
  const own = await add(first);
  await send(own.request, 'POST', `/venues/${venue}/devices`, { label: 'Counter' });
  // Signs in again, by the PIN.
  await send(own.request, 'POST', '/lock', {});
  const { people } = (await (await own.request.get(`${desk}/api/desk/lock`)).json()) as {
    people: { id: string; name: string }[];
  };
  const person = people.find(({ name }) => name === first.name);
  await send(own.request, 'POST', '/pin', { staff: person?.id, pin: first.pin });
  const cookies = await own.cookies();
  await own.close();
  return { first, second, cookies };
}
