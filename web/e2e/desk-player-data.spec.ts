import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { proveOwner, signInAsOwner } from './desk-owner';
import { newPlayer, type Player } from './player';
import { checkScreen, expect, test } from './screen';

/** The account of a player who has just registered. */
async function accountOf(request: APIRequestContext, desk: string, { phone }: Player): Promise<string> {
  const found = await request.get(`${desk}/api/desk/find?venue=1&q=${phone}`);
  const { players } = (await found.json()) as { players: { id: string }[] };
  const [account] = players;
  if (account === undefined) throw new Error(`no player has ${phone}`);
  return account.id;
}

test('two numbers are merged, the data are saved as a file, and the player is locked and kept again', async ({
  page,
  context,
  baseURL,
  server,
  player,
}) => {
  const desk = await signInAsOwner(context, baseURL);
  await proveOwner(context.request, desk, await server.now());
  const other = await newPlayer(server);
  const kept = await accountOf(context.request, desk, player);
  await page.goto(`${desk}/desk/players/${kept}`);
  const data = page.getByRole('region', { name: 'Account and data' });

  await data.getByRole('button', { name: 'Merge another number' }).click();
  await data.getByRole('searchbox', { name: 'The other number, or its name' }).fill(other.phone);
  await data.getByRole('button', { name: new RegExp(other.phone.slice(-4)) }).click();
  await expect(data.getByRole('table')).toBeVisible();
  await checkScreen(page);
  await data.getByRole('textbox', { name: 'Why' }).fill('Showed both phones');
  await data.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(/^Also /)).toBeVisible();

  await data.getByRole('button', { name: 'Export the data' }).click();
  await data.getByRole('textbox', { name: 'Why' }).fill('Asked by mail');
  await checkScreen(page);
  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Save the file' }).press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe(`player-${kept}.json`);
  const copy = JSON.parse(await readFile(await file.path(), 'utf8')) as { profile: { name: string }[] };
  expect(copy.profile).toHaveLength(2);

  await data.getByRole('button', { name: 'Erase the player' }).click();
  await expect(data.getByText('Stays, because the law wants books')).toBeVisible();
  await checkScreen(page);
  await data.getByRole('button', { name: 'Lock now, erase in 7 days' }).click();
  await expect(data.getByText('Say why, in at most 200 characters.')).toBeVisible();
  await data.getByRole('textbox', { name: 'Why' }).fill('Asked by mail');
  await data.getByRole('button', { name: 'Lock now, erase in 7 days' }).click();
  await expect(data.getByText(/^The data will be erased on/)).toBeVisible();
  await checkScreen(page);

  // The search does not find the player now; the list of players waiting to be erased leads to the account.
  const found = await context.request.get(`${desk}/api/desk/find?venue=1&q=${player.phone}`);
  expect(((await found.json()) as { players: unknown[] }).players).toEqual([]);
  await page.goto(`${desk}/desk/players`);
  await page.getByRole('button', { name: 'Waiting to be erased' }).click();
  const waiting = page.getByRole('dialog', { name: 'Players waiting to be erased' });
  await expect(waiting.getByRole('link').first()).toBeVisible();
  await checkScreen(page);
  await waiting.getByRole('link', { name: new RegExp(player.phone.slice(-4)) }).click();
  await expect(data.getByText(/^The data will be erased on/)).toBeVisible();

  await data.getByRole('button', { name: 'Keep the player' }).click();
  await checkScreen(page);
  await data.getByRole('textbox', { name: 'Why' }).fill('Called and wants to stay');
  await data.getByRole('button', { name: 'Keep the player' }).click();
  await expect(data.getByRole('button', { name: 'Erase the player' })).toBeVisible();
  expect(await accountOf(context.request, desk, player)).toBe(kept);
});
