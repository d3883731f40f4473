import type { Page } from '@playwright/test';
import { ANY_SIZE } from './any-size';
import { courtsAt, requireToken } from './player';
import { checkScreen, checkWidth, couponField, expect, test } from './screen';

/** Selects a language in the footer. */
async function selectLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name: language }).click();
}

test(
  'one tap switches to Hindi, a reload keeps it, and one tap switches back to English',
  ANY_SIZE,
  async ({ page, context }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'pickleball, your way' })).toBeVisible();
    await selectLanguage(page, 'हिन्दी');
    const heading = page.getByRole('heading', { level: 1, name: 'पिकलबॉल, आपके अंदाज़ में' });
    await expect(heading).toBeVisible();
    await expect(page.getByRole('link', { name: 'अभी रजिस्टर करें' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'हिन्दी' }).last()).toHaveAttribute('aria-pressed', 'true');
    await checkScreen(page);
    await page.reload();
    await expect(heading).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value, 'the cookie for the server').toBe(
      'hi',
    );
    await selectLanguage(page, 'English');
    await expect(page.getByRole('heading', { level: 1, name: 'pickleball, your way' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN');
  },
);

test(
  'an address that leads to the first step is in the chosen language, also after the browser has dropped the cookie',
  ANY_SIZE,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/has no valid "date"/);
    await page.addInitScript(() => {
      if (window === window.top) localStorage.setItem('language', 'hi');
    });
    await page.goto('/court-selection?venue=1');
    await expect(page.getByRole('heading', { level: 1, name: 'वेन्यू' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
  },
);

test('a visitor who reads English loads no other language', ANY_SIZE, async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'ગુજરાતી' })).toBeVisible();
  const other = () => loaded.filter((url) => /\/translations-[^/]*\.js/.test(url)).length;
  expect(other()).toBe(0);
  await selectLanguage(page, 'ગુજરાતી');
  await expect(page.getByRole('heading', { level: 1, name: 'પિકલબૉલ' })).toBeVisible();
  expect(other()).toBe(1);
});

test(
  'changing the language keeps the screen and what is typed, and errors are in that language',
  ANY_SIZE,
  async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Phone number').fill('98765');
    await selectLanguage(page, 'मराठी');
    const phone = page.getByLabel('फोन नंबर');
    await expect(phone).toHaveValue('98765');
    await expect(page).toHaveURL('/login');
    await page.getByRole('button', { name: 'साइन इन' }).click();
    await expect(page.getByText('फोन नंबर 10 अंकी असावा')).toBeVisible();
    await checkScreen(page);
  },
);

test.describe('a browser that prefers Marathi', () => {
  test.use({ locale: 'mr-IN' });

  test('is offered Marathi once and is not switched', ANY_SIZE, async ({ page }) => {
    await page.goto('/about-us');
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
    const offer = page.getByRole('complementary', { name: 'हे ॲप मराठीतही आहे.' });
    await expect(offer).toBeVisible();
    await checkScreen(page);
    await offer.getByRole('button', { name: 'Keep English' }).click();
    await expect(offer).toBeHidden();
    await page.reload();
    // The offer would be loaded together with the live region that announces new screens.
    await expect(page.locator('p[aria-live=polite]')).toBeAttached();
    await expect(offer).toBeHidden();
  });

  test('shows Marathi after a tap', ANY_SIZE, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'मराठीत पाहा' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'पुन्हा स्वागत आहे' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'mr-IN');
  });
});

test('a player books and cancels a court in Gujarati, on the smallest phone too', async ({
  page,
  server,
  signedIn,
  pickHour,
}) => {
  test.setTimeout(90_000);
  requireToken(signedIn);
  await page.addInitScript(() => {
    if (window === window.top) localStorage.setItem('language', 'gu');
  });
  const hour = await pickHour({ venue: 1 });
  const court = (await courtsAt(server, hour)).find(({ available }) => available === 'yes');
  const number = /\d+/.exec(court?.court_name ?? '')?.[0] ?? '';
  const check = async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await checkWidth(page);
    if (size) await page.setViewportSize(size);
    await checkScreen(page);
  };

  await page.goto('/location');
  await expect(page.getByRole('heading', { level: 1, name: 'વેન્યૂ' })).toBeVisible();
  await check();
  await page.goto(`/time-date-selection?venue=1&sport=1&date=${hour.date}`);
  await expect(page.getByRole('heading', { level: 1, name: 'તારીખ અને સમય' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(સવાર|બપોર|સાંજ)/ }).first()).toBeVisible();
  await check();
  await page.goto(`/court-selection?venue=1&sport=1&date=${hour.date}&time=${encodeURIComponent(hour.time)}`);
  await page.getByRole('button', { name: new RegExp(`^કોર્ટ ${number}, .*ખાલી`) }).click();
  await check();
  await page.getByRole('button', { name: 'આગળ વધો' }).click();

  const confirm = page.getByRole('dialog', { name: 'તમારી વિગતો કન્ફર્મ કરો' });
  const code = await couponField(confirm, { field: 'કૂપન કોડ', unfold: 'કોડ છે?' });
  await code.fill('NOPE');
  await confirm.getByRole('button', { name: 'લગાવો' }).click();
  await expect(confirm.getByText('કૂપન કોડ ખોટો છે.'), 'the server’s message is translated').toBeVisible();
  await check();
  await confirm.getByRole('button', { name: /^કોર્ટ પર ચૂકવો · ₹/ }).click();
  await expect(page.getByText('બુકિંગ કન્ફર્મ થઈ ગયું!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'કોર્ટ તમારો!' })).toBeVisible();
  await page.getByRole('button', { name: 'અહીં જ રહો' }).click();
  await expect(page.getByRole('heading', { level: 2, name: `કોર્ટ ${number}` })).toBeVisible();
  await check();

  await page.goto('/your-profile/booking-history');
  await page.getByRole('link', { name: /પાકું/ }).first().click();
  await expect(page.getByText('તમારું બુકિંગ પાકું છે')).toBeVisible();
  await check();
  await page.getByRole('button', { name: 'બુકિંગ કેન્સલ કરો' }).click();
  await page.getByRole('button', { name: 'કેન્સલ તરફ આગળ વધો' }).click();
  await page.getByRole('radio', { name: 'હવામાન બરાબર નથી' }).check();
  await page.getByRole('button', { name: 'કેન્સલ કરો', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'તમારું બુકિંગ કેન્સલ થઈ ગયું.' })).toBeVisible();
  await check();
});
