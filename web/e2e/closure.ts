import type { Page } from '@playwright/test';
import { sendToDesk } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { type Hour, minutesOf, SLOT_MINUTES } from './hours';
import type { Player } from './player';
import { expect } from './screen';
import type { Server } from './server';

/** The sample owner closes courts at the desk for one hour of rain; the players choose what they get instead. */
export async function closeForRain(page: Page, hour: Hour, courts: number[], baseURL?: string): Promise<void> {
  const desk = await signInAsOwner(page.context(), baseURL);
  const minute = minutesOf(hour.time);
  const answer = await sendToDesk(page.request, desk, {
    path: `/venues/${hour.venue}/closures`,
    data: {
      courts,
      day: hour.date,
      from_minute: minute,
      until_minute: minute + SLOT_MINUTES,
      cause: 'rain',
      reason: null,
      running_games: 'all',
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** The path of the link in the newest mail about a closed court. */
export async function linkInMail(server: Server, player: Player): Promise<string> {
  let path = '';
  await expect
    .poll(
      async () => {
        const emails = await server.emails(player.email);
        path = emails.map(({ text }) => /\/r\/cl_[\w-]+/.exec(text)?.[0]).find(Boolean) ?? '';
        return path;
      },
      { message: `an email to ${player.email} with the link`, timeout: 20_000 },
    )
    .toMatch(/^\/r\/cl_[\w-]{43}$/);
  return path;
}
