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

test('the profile is read-only until Edit, and a reload shows what was saved', ANY_SIZE, async ({ page, signedIn }) => {
  await page.goto('/your-profile/profile-update');
  await expect(page.getByLabel('Full name')).toHaveValue(signedIn.name);
  await expect(page.getByLabel('Full name')).toBeDisabled();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Phone number')).toBeDisabled();
  await page.getByLabel('Full name').fill('Asha Mehta');
  await page.getByText('Other', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Details Updated!')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeDisabled();
  await checkScreen(page);
  await page.goto('/your-profile');
  await expect(page.getByRole('heading', { level: 2, name: 'Asha Mehta' })).toBeVisible();
});

test('a photo is previewed before it is saved, and can be changed afterwards', ANY_SIZE, async ({ page, signedIn }) => {
  await page.goto('/your-profile');
  await expect(page.getByRole('heading', { level: 2, name: signedIn.name })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a photo' }).click();
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const preview = page.getByRole('dialog', { name: 'Your new photo' });
  await expect(preview.getByRole('img', { name: 'The photo you picked' })).toBeVisible();
  await checkScreen(page);
  await preview.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Changes Saved!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change your photo' })).toBeVisible();
});
