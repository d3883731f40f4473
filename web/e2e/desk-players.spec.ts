import type { Page } from '@playwright/test';
import { dayIn } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { checkScreen, expect, test } from './screen';
import type { Server } from './server';

/** Finds a player with a booking today; returns the player and the beginning of the name, as typed in the search. */
async function findBookedPlayer(page: Page, desk: string, server: Server) {
  const day = await dayIn(server, 0);
  const get = async <T>(path: string) => (await (await page.request.get(`${desk}/api/desk${path}`)).json()) as T;
  const { bookings } = await get<{ bookings: { name: string; status: string }[] }>(`/venues/1/board?day=${day}`);
  for (const { name, status } of bookings) {
    // Late in the evening today's games are over.
    if (!['confirmed', 'completed', 'no_show'].includes(status)) continue;
    const typed = name.slice(0, 3).toLowerCase();
    const path = `/find?venue=1&q=${encodeURIComponent(typed)}`;
    const { players } = await get<{ players: { id: string; name: string; phone_tail: string }[] }>(path);
    const player = players.find((one) => one.name === name);
    if (player !== undefined) return { typed, player };
  }
  throw new Error('no player with a number has a booking today');
}

test('a player is found by name, their page leads to a booking, and the booking back to the page', async ({
  page,
  context,
  baseURL,
  isMobile,
  server,
}) => {
  const desk = await signInAsOwner(context, baseURL);
  const { typed, player } = await findBookedPlayer(page, desk, server);

  await page.goto(`${desk}/desk/v/1/board`);
  if (isMobile) {
    await page.getByRole('link', { name: 'Players' }).tap();
  } else {
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
  }
  const field = page.getByRole('searchbox', { name: 'Phone or name of a player' });
  await expect(field).toBeFocused();
  await field.pressSequentially(typed);
  const found = page.getByRole('link', { name: new RegExp(`${player.name}.*${player.phone_tail}`) });
  await expect(found).toBeVisible();
  await checkScreen(page);
  await found.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: player.name })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/desk/players/${player.id}`);
  await checkScreen(page);

  const games = page.getByRole('region', { name: /Next games|Past games/ }).getByRole('link');
  await expect(games.first()).toBeVisible();
  await games.first().click();
  const panel = deskPanel(page, 'Booking');
  // The board behind the panel is drawn first.
  await expect(page.getByRole('heading', { level: 1, name: /^Board/ })).toBeAttached();
  await panel.getByRole('link', { name: new RegExp(`^${player.name}`) }).click();
  await expect(page.getByRole('heading', { level: 2, name: player.name })).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('link', { name: new RegExp(`^${player.name}`) })).toBeVisible();
});

test('a player is blocked with a reason until a day, and the block is ended', async ({
  page,
  context,
  baseURL,
  server,
}) => {
  const desk = await signInAsOwner(context, baseURL);
  const { player } = await findBookedPlayer(page, desk, server);
  await page.goto(`${desk}/desk/players/${player.id}`);
  const standing = page.getByRole('region', { name: 'How well they are known' });
  await standing.getByRole('button', { name: 'Block', exact: true }).click();
  const form = page.getByRole('form', { name: `Block ${player.name}` });
  await form.getByRole('textbox', { name: 'Why' }).fill('Threw a racket');
  await form.getByRole('button', { name: '7 days' }).click();
  await checkScreen(page);
  await form.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(standing.getByText(/^Until .*: Threw a racket$/)).toBeVisible();
  await checkScreen(page);
  await standing.getByRole('button', { name: 'End the block' }).press('Enter');
  await page
    .getByRole('form', { name: `End the block of ${player.name}` })
    .getByRole('button', { name: 'End the block' })
    .press('Enter');
  await expect(standing.getByText(/Threw a racket/)).toBeHidden();
});
