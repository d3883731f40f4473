import { expect, test } from './fixtures';

const PAGES = {
  about: '/about-us',
  contact: '/contact-us',
  privacy: '/privacy-policy',
  terms: '/terms-conditions',
  refunds: '/cancellation-refund-policy',
  lost: '/no/such/page',
};

for (const [name, path] of Object.entries(PAGES)) {
  test(`the page ${name}`, async ({ page, shoot }) => {
    // The map comes from another company's server: its frame stays empty.
    await page.route('https://**', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About us' })).toBeVisible();
    await shoot('info', name);
  });
}
