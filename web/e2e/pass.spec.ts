import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { decodeQR } from 'qr/decode.js';
import { ANY_SIZE } from './any-size';
import { book, requireToken } from './player';
import { checkScreen, expect, test, waitForServiceWorker } from './screen';

interface PassKey {
  id: string;
  key: string;
}

/** The text of the code, decoded from a screenshot. */
async function scan(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /^QR code of your pass/ });
  await expect(code).toBeVisible();
  const box = await code.boundingBox();
  if (box === null) throw new Error('the code is not displayed');
  // Including the white margin, of which scanners need four modules.
  const quiet = (box.width / 45) * 4;
  const clip = { x: box.x - quiet, y: box.y - quiet, width: box.width + 2 * quiet, height: box.height + 2 * quiet };
  const picture = await page.screenshot({ clip, scale: 'device', fullPage: true });
  const pixels = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    // As one string: Playwright serializes a list of a million numbers one by one.
    let data = '';
    for (const byte of context?.getImageData(0, 0, image.width, image.height).data ?? []) {
      data += String.fromCodePoint(byte);
    }
    return { width: image.width, height: image.height, data: btoa(data) };
  }, picture.toString('base64'));
  return decodeQR({ ...pixels, data: Uint8ClampedArray.from(Buffer.from(pixels.data, 'base64')) });
}

/** Verifies a code as a desk does without network (docs/decisions/0007-signed-pass.md). */
async function isSigned(code: string, keys: PassKey[]): Promise<boolean> {
  const dot = code.lastIndexOf('.');
  const claim = code.slice(0, dot);
  const named = keys.find(({ id }) => id === claim.split('.')[1]);
  if (named === undefined) return false;
  const key = await webcrypto.subtle.importKey('raw', Buffer.from(named.key, 'base64url'), 'Ed25519', false, [
    'verify',
  ]);
  const signature = Buffer.from(code.slice(dot + 1), 'base64url');
  return webcrypto.subtle.verify('Ed25519', key, signature, Buffer.from(`sideout pass\n${claim}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the code of the pass, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test(
      'can be scanned, and the published key verifies its signature',
      ANY_SIZE,
      async ({ page, server, signedIn, pickHour }) => {
        const order = await book(server, signedIn, await pickHour());
        const { pass_public_keys: keys } = await server.get<{ pass_public_keys: PassKey[] }>('/app-config');
        await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
        const code = await scan(page);
        const [form, , number, start] = code.split('.');
        expect([form, number]).toEqual(['SO1', order.orderid]);
        const { starts_at } = await server.get<{ starts_at: string }>('/user/get_order_info', {
          token: signedIn.token,
          query: { orderid: order.orderid },
        });
        expect(Number(start)).toBe(Date.parse(starts_at) / 60_000);
        expect(await isSigned(code, keys)).toBe(true);
        expect(
          await isSigned(code.replace(order.orderid, '1234567890'), keys),
          'the signature does not fit another order number',
        ).toBe(false);
        await checkScreen(page);
      },
    );
  });
}

test('a cancelled booking has no code and cannot be saved', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  const order = await book(server, signedIn, await pickHour());
  await server.post('/user/addCancellation', { token: signedIn.token, body: { order_id: order.orderid } });
  await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'SAVE' }), 'a cancelled pass cannot be saved').toHaveCount(0);
  await expect(page.getByText('Show this at the desk')).toHaveCount(0);
});

test(
  '“Show this at the desk” is shown beside the code, not in the history',
  ANY_SIZE,
  async ({ page, server, signedIn, pickHour }) => {
    const order = await book(server, signedIn, await pickHour());
    await page.goto('/your-profile/booking-history');
    await expect(page.getByText(order.venue).first()).toBeVisible();
    await expect(page.getByText('Show this at the desk')).toHaveCount(0);
    await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
    await expect(page.getByRole('img', { name: /^QR code of your pass/ })).toBeVisible();
    await expect(page.getByText('Show this at the desk')).toBeVisible();
  },
);

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('SAVE is visible beside the pass without scrolling', async ({ page, server, signedIn, pickHour }) => {
    const order = await book(server, signedIn, await pickHour());
    await page.goto(`/booking-status?orderId=${order.orderid}`);
    await page.getByRole('button', { name: 'Stay here' }).click();
    const save = page.getByRole('button', { name: 'SAVE' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(`#${order.orderid}`)).toBeInViewport();
    const ticket = await page.getByText('your booking', { exact: true }).boundingBox();
    const button = await save.boundingBox();
    expect(button?.x, 'left of the pass').toBeLessThan((ticket?.x ?? 0) - 200);
    await checkScreen(page);
  });
});

test('the calendar file is downloaded and can be parsed', ANY_SIZE, async ({ page, server, signedIn, pickHour }) => {
  const order = await book(server, signedIn, await pickHour());
  await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('booking.ics');
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await file.path(), 'utf8')));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  const info = await server.get<{ starts_at: string; play_minutes: number }>('/user/get_order_info', {
    token: signedIn.token,
    query: { orderid: order.orderid },
  });
  expect(event.startDate.toJSDate().toISOString()).toBe(new Date(info.starts_at).toISOString());
  expect(event.duration.toSeconds()).toBe(info.play_minutes * 60);
  expect(event.summary).toBe(`${order.court}, ${order.venue}`);
  expect(event.uid).toContain(order.orderid);
});

test(
  'a game is shared by WhatsApp or the clipboard without the number, pass and name of the order',
  ANY_SIZE,
  async ({ page, context, server, signedIn, pickHour }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const order = await book(server, signedIn, await pickHour());
    await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
    const link = page.getByRole('main').getByRole('link', { name: /^WhatsApp/ });
    const text = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    expect(text).toContain(`Pickleball at ${order.venue}`);
    expect(text).toMatch(/https:\/\/\S+$/);
    for (const secret of [order.orderid, 'SO1.', signedIn.name]) expect(text).not.toContain(secret);
    await page.getByRole('button', { name: 'Copy details' }).click();
    await expect(page.getByText('Copied. Paste it to your friends.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  },
);

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a pass opened once opens without a network, but not after logging out',
    ANY_SIZE,
    async ({ page, context, server, signedIn, pickHour, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
      const order = await book(server, signedIn, await pickHour());
      await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
      await expect(page.getByText(`#${order.orderid}`)).toBeVisible();
      await waitForServiceWorker(page);

      await context.setOffline(true);
      await page.reload();
      await expect(page.getByText(`#${order.orderid}`)).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: order.court })).toBeVisible();
      await expect(page.getByText('We could not update your pass. This is how you saw it on')).toBeVisible();
      await expect(page.getByRole('img', { name: /^QR code of your pass/ })).toBeVisible();
      await checkScreen(page);
      const kept = await page.evaluate(async () => {
        const addresses: string[] = [];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const { url } of await cache.keys()) addresses.push(new URL(url).pathname);
        }
        return addresses;
      });
      // Beside the assets the worker caches one page, which contains no data of a screen or a player.
      expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/your-profile/booking-history']);

      // The pass of another order, which was never opened here, is unavailable.
      await page.goto('/booking-confirmation?orderId=1234567890');
      await expect(page.getByText('You are offline. This page goes on by itself once you are back.')).toBeVisible();
      await expect(page.getByText(`#${order.orderid}`)).toHaveCount(0);

      await context.setOffline(false);
      await page.goto('/your-profile');
      await page.getByRole('button', { name: 'Log out' }).first().click();
      await page.waitForURL('/');
      await expect.poll(() => page.evaluate(() => localStorage.getItem('seen_passes'))).toBeNull();
      await context.setOffline(true);
      await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
      await expect(page.getByRole('heading', { name: 'Log in to see your pass' })).toBeVisible();
      await expect(page.getByText(order.court)).toHaveCount(0);
      await context.setOffline(false);
    },
  );

  for (const when of ['before', 'after']) {
    test(
      `a pass opens in the player’s language without network, chosen ${when} the first visit began`,
      ANY_SIZE,
      async ({ page, context, server, signedIn, pickHour, allowConsoleErrors }) => {
        allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
        const order = await book(server, signedIn, await pickHour());
        if (when === 'before') {
          await page.addInitScript(() => {
            document.cookie = 'language=gu; path=/';
            localStorage.setItem('language', 'gu');
          });
        }
        await page.goto(`/booking-confirmation?orderId=${order.orderid}`);
        if (when === 'after') await page.getByRole('contentinfo').getByRole('button', { name: 'ગુજરાતી' }).click();
        const heading = page.getByRole('heading', { level: 1, name: /\p{Script=Gujarati}/u });
        await expect(heading).toBeVisible();
        const kept = () =>
          page.evaluate(async () => {
            const lists = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
            return (await Promise.all(lists)).flat().filter(({ url }) => url.includes('/translations-')).length;
          });
        await expect.poll(kept, { message: 'the worker caches the texts of this language only' }).toBe(1);
        // The browser may empty its own cache at any time, so the pass must open without it.
        const browser = await context.newCDPSession(page);
        await browser.send('Network.clearBrowserCache');
        await browser.detach();
        await context.setOffline(true);
        await page.reload();
        await expect(heading).toBeVisible();
        await expect(page.getByText(`#${order.orderid}`)).toBeVisible();
        await expect(page.getByText('તમારો પાસ અપડેટ થઈ શક્યો નથી')).toBeVisible();
        await context.setOffline(false);
      },
    );
  }

  test('online a page comes from the server', ANY_SIZE, async ({ page, signedIn, allowConsoleErrors }) => {
    allowConsoleErrors(/404 .*\/no-such-page/);
    requireToken(signedIn);
    await page.goto('/');
    await waitForServiceWorker(page);
    const answer = await page.goto('/location');
    expect(answer?.status()).toBe(200);
    const gone = await page.goto('/no-such-page');
    expect(gone?.status(), 'the cached shell would have status 200').toBe(404);
  });
});

test('the app can be installed under the name of the operator', ANY_SIZE, async ({ page, request, server }) => {
  const { brand } = await server.get<{ brand: { name: string; short_name: string } }>('/app-config');
  await page.goto('/');
  const link = page.locator('link[rel="manifest"]');
  const answer = await request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as Record<string, unknown> & { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: brand.name, short_name: brand.short_name, display: 'standalone' });
  const touch = (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? '';
  for (const { src, sizes } of [...manifest.icons, { src: touch, sizes: '180x180' }]) {
    const icon = await (await request.get(src)).body();
    expect(icon.subarray(1, 4).toString(), src).toBe('PNG');
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const worker = await request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
});
