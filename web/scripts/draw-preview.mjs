// Draws public/social-preview.jpg, 1200 × 630: the picture that a chat shows for a link to the site, beside the page's
// title. The result is checked in; run `node scripts/draw-preview.mjs` in web/ after a change of the hero. Needs
// Chromium (at /usr/bin/chromium, or where CHROMIUM_PATH says).
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { darkColor } from './theme-colors.mjs';

const inline = (file, type) => `data:${type};base64,${readFileSync(file).toString('base64')}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`<style>
  @font-face { font-family: D; font-style: italic; src: url(${inline('src/ui/fonts/barlow-condensed-700-italic.woff2', 'font/woff2')}) }
  * { margin: 0 }
  body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: ${darkColor('paper')} }
  img { position: absolute; left: 260px; top: -150px; width: 1020px; height: 940px; object-fit: cover }
  div { position: absolute; inset: 0; background: linear-gradient(90deg, ${darkColor('paper')} 24%, transparent 68%) }
  p { position: absolute; left: 80px; bottom: 76px; width: 600px; color: #fff; font: italic 128px/.92 D; letter-spacing: -.015em; text-transform: uppercase }
</style><img src="${inline('src/ui/art/hero-court.svg', 'image/svg+xml')}"><div></div><p>Book a pickle&shy;ball court</p>`);
await page.evaluate(() => document.fonts.ready);
writeFileSync('public/social-preview.jpg', await page.screenshot({ type: 'jpeg', quality: 82 }));
await browser.close();
