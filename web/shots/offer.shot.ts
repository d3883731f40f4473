import { closeForRain, linkInMail } from '../e2e/closure';
import { findHour } from '../e2e/hours';
import { freeCourts, hold, newPlayer } from '../e2e/player';
import { change, expect, fail, stall, test } from './fixtures';

test('the page of a player whose court was closed', async ({ page, server, shoot, baseURL }) => {
  const player = await newPlayer(server, 'Meera Deshmukh');
  const hour = await findHour(server, 'offer', { venue: 2, atLeast: 5 });
  const courts = (await freeCourts(server, hour)).slice(0, 2);
  const orders: string[] = [];
  for (const court of courts) {
    const { orderid } = await hold(server, player, hour, court);
    await server.post('/user/confirmCashPayment', { token: player.token, query: { orderid } });
    orders.push(orderid);
  }
  await closeForRain(page, hour, courts, baseURL);
  const link = await linkInMail(server, player);

  await stall(page, 'offers/');
  await page.goto(link);
  await expect(page.getByText('Looking up your game…')).toBeAttached();
  await shoot('offer', 'loading');
  await page.unrouteAll();

  await page.goto(`${link}?game=${orders[0]}`);
  await expect(page.getByRole('button', { name: /^Take Court/ })).toBeVisible();
  await shoot('offer', 'two-games');

  // Changes the answers: the game was paid online and is the only one, and other courts have other prices.
  const paid = (game: Record<string, unknown>) => ({
    ...game,
    paid_paise: 100_000,
    due_paise: 0,
    back: [{ amount_paise: 100_000, at_desk: false }],
  });
  await change(page, 'offers/*', (answer) => {
    if ('games' in answer)
      return { ...answer, games: (answer['games'] as Record<string, unknown>[]).slice(0, 1).map(paid) };
    if (!('same_hour' in answer)) return answer;
    const listed = answer as unknown as {
      same_hour: object[];
      same_day: object[];
      other_days: { day: string; choice: object | null }[];
    };
    return {
      ...answer,
      same_hour: listed.same_hour.map((choice, at) => ({ ...choice, due_paise: at === 0 ? 10_000 : 0, back_paise: 0 })),
      same_day: listed.same_day.map((choice) => ({ ...choice, due_paise: 0, back_paise: 0 })),
      other_days: listed.other_days.map(({ day, choice }, at) => ({
        day,
        choice: at === 1 ? null : Object.assign({}, choice, { due_paise: 0, back_paise: at % 5 === 4 ? 0 : 10_000 }),
      })),
    };
  });
  await page.goto(link);
  await expect(page.getByRole('button', { name: /^Take Court/ })).toBeVisible();
  await shoot('offer', 'paid');
  await page.getByRole('button', { name: /full at/ }).click();
  await expect(page.getByRole('button', { name: /^Other hours on/ })).toBeVisible();
  await shoot('offer', 'other-hours');
  await page.getByRole('radio', { name: /^Money back/ }).check();
  await shoot('offer', 'money');
  await page.getByRole('button', { name: 'Send my ₹1,000 back' }).click();
  await shoot('offer', 'sure', { window: true });
  await page.unrouteAll();

  await page.goto(`${link}?game=${orders[0]}`);
  await page.getByRole('button', { name: /^Take Court/ }).click();
  await expect(page.getByRole('heading', { name: /^You play on/ })).toBeVisible();
  await shoot('offer', 'moved');

  await fail(page, 'offers/');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await shoot('offer', 'failed');
});

test('a link that is not valid', async ({ page, shoot }) => {
  await page.goto('/r/cl_nothing');
  await expect(page.getByRole('heading', { name: 'This link leads nowhere' })).toBeVisible();
  await shoot('offer', 'wrong-link');
});
