import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Desk } from './desk-api';
import { proveOwner, signInAsOwner } from './desk-owner';
import { expect } from './screen';
import type { Server } from './server';

/** Adds a venue with one court and one hour a day, at `minute` of the day (8 PM), whose drawer no shift was ever opened in. */
export async function addVenue(
  page: Page,
  server: Server,
  baseURL: string | undefined,
  minute = 20 * 60,
): Promise<Desk> {
  const address = await signInAsOwner(page.context(), baseURL);
  await proveOwner(page.request, address, await server.now());
  const fields = {
    name: `Float ${randomInt(1e6)}`,
    location: 'Alkapuri',
    address: '3 Station Road, Vadodara 390007',
    map_url: null,
    upi_address: null,
    time_zone: 'Asia/Kolkata',
    slot_minutes: 60,
    play_minutes: 55,
    image: '',
    gallery: [],
    facilities: [],
  };
  const hour = { first_minute: minute, last_minute: minute, price_paise: 80_000, outdoor: 1, indoor: 0 };
  const headers = { origin: address, 'idempotency-key': randomUUID() };
  const data = { fields, ...hour };
  const added = await page.request.post(`${address}/api/desk/set-up/venues`, { headers, data });
  if (!added.ok()) throw new Error(`no venue was added: ${added.status()} ${await added.text()}`);
  const { id } = (await added.json()) as { id: number };
  return new Desk(page, address, id);
}

/** Retires an added venue, because players of other tests choose among the venues of the demo. `orders` are booked there. */
export async function retire(page: Page, desk: Desk, orders: readonly string[] = []): Promise<void> {
  // A drawer that a person keeps has to be counted first.
  const { shift } = await desk.get<{ shift: { id: string } | null }>(`/venues/${desk.venue}/shift`);
  if (shift !== null) await desk.post(`/shifts/${shift.id}/count`, { notes: [], coins: 0 });
  const { venues } = await desk.get<{ venues: { id: number; version: number }[] }>('/set-up/venues');
  const version = venues.find(({ id }) => id === desk.venue)?.version;
  const headers = { origin: desk.address, 'idempotency-key': randomUUID(), 'if-match': `"${version}"` };
  const data = { change: { is_active: false }, keep: orders, close: [], reason: null };
  const answer = await page.request.patch(`${desk.address}/api/desk/set-up/venues/${desk.venue}`, { headers, data });
  expect(answer.ok(), `the venue stays on sale: ${await answer.text()}`).toBe(true);
}
