import { ANY_SIZE } from './any-size';
import { checkScreen, expect, test } from './screen';

test(
  'game reminders are switched off and on, saved by the server, and keep their old state if they cannot be saved',
  ANY_SIZE,
  async ({ page, server, signedIn, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED|Failed to load resource/);
    const kept = async () =>
      (await server.get<{ reminders: boolean }>('/user/getcustomerinfo', { token: signedIn.token })).reminders;
    await page.goto('/your-profile');
    const reminders = page.getByRole('switch', { name: 'Game reminders' });
    await expect(reminders).toBeChecked();
    const box = await reminders.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), 'the size of a touch target').toBeGreaterThanOrEqual(44);
    await checkScreen(page);

    await reminders.click();
    await expect(page.getByText('Game reminders are off.')).toBeAttached();
    expect(await kept()).toBe(false);
    await page.reload();
    await expect(reminders).not.toBeChecked();
    await checkScreen(page);

    await page.route('**/api/user/profile', (route) => route.abort());
    await reminders.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('alert')).toContainText('Your choice was not saved');
    await expect(reminders).not.toBeChecked();
    await checkScreen(page);
    await page.unroute('**/api/user/profile');
    await page.keyboard.press('Space');
    await expect(page.getByText('Game reminders are on.')).toBeAttached();
    await expect(reminders).toBeChecked();
    expect(await kept()).toBe(true);
  },
);
