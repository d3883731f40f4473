import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { changeAtDesk, Desk, sendToDesk } from './desk-api';
import { proveOwner, signInAsOwner } from './desk-owner';
import { expect } from './screen';
import type { Server } from './server';

/**
 * Adds a venue with one court and one hour a day, at `minute` of the day (8 PM if absent), whose drawer no shift was ever
 * opened in.
 */
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
  const { id } = await changeAtDesk<{ id: number }>(page.request, address, {
    path: '/set-up/venues',
    data: { fields, ...hour },
  });
  return new Desk(page, address, id);
}

/** Retires an added venue, because players of other tests choose among the venues of the demo. `orders` are booked there. */
export async function retire(page: Page, desk: Desk, orders: readonly string[] = []): Promise<void> {
  // A drawer that a person keeps has to be counted first.
  const { shift } = await desk.get<{ shift: { id: string } | null }>(`/venues/${desk.venue}/shift`);
  if (shift !== null) await desk.post(`/shifts/${shift.id}/count`, { notes: [], coins: 0 });
  const { venues } = await desk.get<{ venues: { id: number; version: number }[] }>('/set-up/venues');
  const version = venues.find(({ id }) => id === desk.venue)?.version;
  const answer = await sendToDesk(page.request, desk.address, {
    method: 'PATCH',
    path: `/set-up/venues/${desk.venue}`,
    data: { change: { is_active: false }, keep: orders, close: [], reason: null },
    version,
  });
  expect(answer.ok(), `the venue stays on sale: ${await answer.text()}`).toBe(true);
}
