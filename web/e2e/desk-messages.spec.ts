import { signInAsOwner } from './desk-owner';
import { deskPanel } from './desk-panel';
import { book } from './player';
import { checkScreen, expect, test } from './screen';

/**
 * A message is sent again 15 seconds after it was sent at the earliest, because a provider drops a request that it also
 * got within the last ten seconds.
 */
const SENT_AGAIN = { timeout: 30_000 };

test('the desk reads which message a player was sent, and can send it again once', async ({
  page,
  context,
  baseURL,
  isMobile,
  server,
  player,
  pickHour,
}) => {
  const order = (await book(server, player, await pickHour())).orderid.replace('#', '');
  const texts = async () => (await server.inbox(`+91${player.phone}`)).filter(({ text }) => text.includes(order));
  await expect.poll(async () => (await texts()).length).toBe(1);
  const words = (await texts())[0]?.text ?? '';
  expect(words).toContain('is yours');

  const desk = await signInAsOwner(context, baseURL);
  await page.goto(`${desk}/desk/v/1/board?open=${order}`);
  await deskPanel(page, 'Booking').getByRole('link', { name: 'Messages of this booking' }).click();
  const list = page.getByRole('region', { name: 'Messages' });
  const row = list.getByRole('link', { name: /Booking confirmed ?, Text message/ });
  await expect(row).toContainText('Sent');
  await expect(list.getByRole('link')).toHaveCount(4);
  await expect(list.getByRole('link', { name: /Reminder ?, Mail.*Waiting/ })).toBeVisible();
  await checkScreen(page);

  await row.click();
  const opened = page.getByRole('article', { name: 'Opened from Messages' });
  await expect(opened.getByText(words)).toBeVisible();
  await expect(opened.getByText('Sent now, it would say the same.')).toBeVisible();
  await checkScreen(page);
  await opened.getByRole('button', { name: 'Send again' }).click();
  await expect(opened.getByText(/Sent again a short time ago/)).toBeVisible(SENT_AGAIN);
  await expect(opened.getByRole('button', { name: 'Send again' })).toBeHidden();
  await expect.poll(async () => (await texts()).length, SENT_AGAIN).toBe(2);
  await expect(opened.getByText('What was sent')).toHaveCount(2);

  if (isMobile) {
    await opened.getByRole('button', { name: 'Messages' }).click();
    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByRole('dialog').getByLabel('State').selectOption('Waiting');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
  } else {
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await page.keyboard.press('f');
    await expect(page.getByRole('complementary', { name: 'Filter' }).getByRole('combobox').first()).toBeFocused();
    await page.getByLabel('State').selectOption('Waiting');
  }
  await expect(list.getByRole('link')).toHaveCount(2);
  await expect(row).toBeHidden();
});

test('the audit of a booking lists its actions with what changed, and says when the check of the day is made', async ({
  page,
  context,
  baseURL,
  isMobile,
  server,
  player,
  pickHour,
}) => {
  const order = (await book(server, player, await pickHour())).orderid.replace('#', '');
  const desk = await signInAsOwner(context, baseURL);
  await page.goto(`${desk}/desk/v/1/board?open=${order}`);
  const panel = deskPanel(page, 'Booking');
  await panel.getByRole('button', { name: 'Note' }).click();
  await panel.locator('textarea').fill('Brings their own net');
  await page.keyboard.press('Enter');
  // Until the note is saved, its text is that of the field.
  await expect(page.getByText(/^Noted for /)).toBeVisible();
  await expect(panel.getByText('Brings their own net')).toBeVisible();
  await panel.getByRole('link', { name: 'Audit of this booking' }).click();

  const list = page.getByRole('region', { name: 'Audit' });
  const row = list.getByRole('link', { name: /Wrote a note: booking/ });
  await expect(row).toContainText('Note: Brings their own net');
  await checkScreen(page);
  await row.click();
  const opened = page.getByRole('article', { name: 'Opened from Audit' });
  await expect(opened.getByRole('heading', { name: `Wrote a note: booking ${order}` })).toBeVisible();
  await expect(opened.getByText('The check is made after the day is over.')).toBeVisible();
  await checkScreen(page);

  if (isMobile) await opened.getByRole('button', { name: 'Audit' }).click();
  else await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const filters = isMobile ? page.getByRole('dialog') : page.getByRole('complementary', { name: 'Filter' });
  await filters.getByLabel('What').selectOption('Money only');
  if (isMobile) await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(list.getByText('Nothing was done')).toBeVisible();
});
