import { expect, test } from './fixtures';

const LANGUAGES = {
  hi: { name: 'हिन्दी', hero: 'पिकलबॉल, आपके अंदाज़ में' },
  gu: { name: 'ગુજરાતી', hero: 'પિકલબૉલ' },
  mr: { name: 'मराठी', hero: 'पिकलबॉल' },
};

const SCREENS = {
  home: '/',
  location: '/location',
  time: '/time-date-selection?venue=1&sport=1&date=2026-11-22&time=7:00%20PM',
  court: '/court-selection?venue=1&sport=1&date=2026-11-22&time=7:00%20PM&court=2',
  login: '/login',
  terms: '/terms-conditions',
};

for (const [tag, { name, hero }] of Object.entries(LANGUAGES)) {
  test(`the screens in ${tag}`, async ({ page, shoot }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('button', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: hero })).toBeVisible();
    for (const [screen, address] of Object.entries(SCREENS)) {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', `${tag}-IN`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main')).not.toHaveText('');
      await shoot(`language-${tag}`, screen, { widths: [360, 1280] });
    }
  });
}

test.describe(() => {
  test.use({ locale: 'gu-IN' });

  test('the offer of another language', async ({ page, shoot }) => {
    await page.goto('/');
    await expect(page.getByRole('complementary').getByRole('button', { name: 'Keep English' })).toBeVisible();
    await shoot('language-offer', 'home', { window: true });
  });
});
