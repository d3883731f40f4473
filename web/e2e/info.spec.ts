import { ANY_SIZE } from './any-size';
import { checkScreen, expect, test } from './screen';

/** Facts of the sample operator that the documents contain (spec §9). */
const DOCUMENTS = [
  {
    path: '/terms-conditions',
    part: 'Cancelling and refunds',
    says: [
      'Slots run from 6:00 AM to 10:59 PM.',
      'No cancellation within 6 hours of the start',
      '₹30 per cancellation',
      'A damaged paddle costs ₹2,500.',
      'You can book up to 1 month in advance.',
    ],
  },
  {
    path: '/privacy-policy',
    part: 'Grievance officer',
    // desk-brand.spec.ts sets another age for a moment.
    says: ['Nisha Trivedi', 'Data Protection Board of India', /Minors under 1[78] are not the audience/],
  },
  {
    path: '/cancellation-refund-policy',
    part: 'How the money comes back',
    says: [
      'Refunds are processed every Friday.',
      'within 2 business days',
      'government orders, health directives',
      'choose another court or hour instead within 24 hours',
    ],
  },
];

for (const { path, part, says } of DOCUMENTS) {
  test(`${path} names facts of the operator, and its table of contents leads to a part`, ANY_SIZE, async ({ page }) => {
    await page.goto(path);
    const article = page.getByRole('article');
    await expect(article.getByText('In effect since 1 November 2026')).toBeVisible();
    for (const text of says) await expect(article.getByText(text).first()).toBeVisible();
    expect(await article.textContent(), 'no name in braces is left').not.toMatch(/[{}]|undefined|null/);
    const heading = article.getByRole('heading', { level: 2, name: part });
    await expect(heading).not.toBeInViewport();
    // On phones the contents are folded above the text, on larger screens they are beside it.
    const folded = page.locator('summary').filter({ visible: true });
    if ((await folded.count()) > 0) await folded.click();
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: part })
      .filter({ visible: true })
      .click();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(/#[a-z-]+$/);
    await checkScreen(page);
  });
}

test('the terms can be read in Hindi and say which version is binding', ANY_SIZE, async ({ page }) => {
  await page.goto('/terms-conditions');
  await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'नियम और शर्तें' })).toBeVisible();
  await expect(page.getByText('इस पाठ का अंग्रेज़ी रूप ही मान्य है')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('₹2,500');
  await checkScreen(page);
});

test(
  'the contact page names every way to reach the operator, also where the map does not load',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/google\.com|chrome-error|ERR_FAILED/);
    await page.route(/google\.com/, (route) => route.abort());
    await page.goto('/contact-us');
    for (const [name, address] of [
      [/^Call us/, 'tel:+912650000100'],
      [/^Write to us/, 'mailto:hello@barodapickleball.example'],
      ['grievance@barodapickleball.example', 'mailto:grievance@barodapickleball.example'],
      ['Chat on WhatsApp', /^https:/],
      ['Join the community', /^https:/],
      ['Instagram', /^https:/],
      ['Facebook', /^https:/],
      ['Get directions', /^https:\/\/www\.google\.com\/maps\/dir\//],
    ] as const) {
      await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', address);
    }
    await expect(page.getByRole('region', { name: 'Map of Baroda Pickleball Club' })).toContainText('Banyan Ghat Road');
    await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible();
    await checkScreen(page);
  },
);

test('the about page has five points about the operator and leads to the courts', ANY_SIZE, async ({ page }) => {
  await page.goto('/about-us');
  for (const name of ['Facilities', 'Coaching', 'Community', 'Tournaments and events', 'Equipment']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Find a court' }).click();
  await expect(page).toHaveURL('/location');
});
