import { ANY_SIZE } from './any-size';
import { dayIn, Desk } from './desk-api';
import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { Steps } from './desk-steps';
import { RAIN_DAYS } from './hours';
import { checkScreen, expect, test } from './screen';

/* Courts are closed for rain, players answer, and the desk sees it, moves one booking and opens the courts again. */

const VENUE = 1;

/** Books an hour on an outdoor court for each of these players. */
async function bookOutdoorHours(desk: Desk, day: string, names: readonly string[]): Promise<void> {
  const outdoor = (await desk.board(day)).courts.filter(({ type }) => type === 'OUTDOOR');
  const hours = await desk.freeHours(day);
  for (const [index, name] of names.entries()) {
    const court = outdoor[index % outdoor.length];
    const hour = hours.find((one) => one.court === court?.id);
    if (hour === undefined) throw new Error('no hour on an outdoor court is free');
    await desk.book(day, hour, name);
  }
}

// On a desktop `desk-tasks-previewed.spec.ts` closes courts by the same keys.
test(
  'courts close for rain, and the answers of the players arrive',
  ANY_SIZE,
  async ({ page, context, server, baseURL }, { project, retry }) => {
    const desk = await signInAsOwner(context, baseURL);
    const isPhone = project.name === 'phone';
    const days = RAIN_DAYS.first + (isPhone ? 0 : 3) + retry;
    const day = await dayIn(server, days);
    await bookOutdoorHours(new Desk(page, desk, VENUE), day, ['Asha Rain', 'Bhavin Rain', 'Chirag Rain']);
    await page.goto(`${desk}/desk/v/${VENUE}/board?day=${day}`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const panel = deskPanel(page, 'Rain');

    const close = panel.getByRole('button', { name: /^Close \d+ courts and tell \d+ players/ });
    if (isPhone) {
      await page.getByRole('button', { name: 'Rain', exact: true }).click();
      await panel.getByRole('button', { name: /^All outdoor/ }).click();
      await expect(panel.getByRole('switch', { name: 'Court 1', exact: true })).toHaveAttribute('aria-checked', 'true');
      await expect(close).not.toHaveAttribute('aria-busy', 'true');
      await checkScreen(page);
      await close.click();
    } else {
      await page.locator('[data-at][tabindex="0"]').focus();
      const steps = await Steps.begin(page);
      await steps.press('r');
      await steps.see(panel.getByRole('button', { name: /^All outdoor/ }));
      await steps.press('a');
      await steps.press('Shift+U');
      await expect(page.getByRole('button', { name: 'Close Court 1', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await steps.see(close);
      await expect(close).not.toHaveAttribute('aria-busy', 'true');
      await checkScreen(page);
      await steps.press('Enter');
      expect(steps.count).toBe(4);
    }
    await expect(panel.getByRole('heading', { name: 'Not answered' })).toBeVisible();
    await checkScreen(page);

    // A player answers by the link, and the panel of the closure shows it by itself.
    const id = new URL(page.url()).searchParams.get('closure') ?? '';
    const watch = await page.request.get(`${desk}/api/desk/closures/${id}`);
    const { bookings } = (await watch.json()) as { bookings: { name: string; order: string; link: string }[] };
    const asha = bookings.find(({ name }) => name === 'Asha Rain');
    if (asha === undefined) throw new Error('the closure has no booking of Asha');
    await server.post(`/offers/${asha.link.replace('/r/', '')}/refund`, { body: { orderid: asha.order } });
    await expect(panel.getByRole('region', { name: 'Money back' }).getByText('Asha Rain')).toBeVisible();

    // The desk moves the booking of another player, who answered by phone.
    await panel.getByRole('button', { name: 'Decide for Bhavin Rain' }).click();
    const group = panel.getByRole('group', { name: 'Same hour' });
    await group.getByRole('button').first().click();
    await checkScreen(page);
    await panel.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(panel.getByRole('region', { name: 'Moved' }).getByText('Bhavin Rain')).toBeVisible();

    // The courts open again, and the games without an answer take place.
    await panel.getByRole('button', { name: 'Open now' }).click();
    await expect(panel.getByRole('switch', { name: /^Give \d+ games? back/ })).toHaveAttribute('aria-checked', 'true');
    await checkScreen(page);
    await panel.getByRole('button', { name: 'Open the courts' }).click();
    await expect(page.getByText(/^The courts are open again\. \d+ games? takes? place\.$/)).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Not answered' })).toBeHidden();
  },
);
