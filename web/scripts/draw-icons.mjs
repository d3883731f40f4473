// Draws public/icons/*.png from src/app/icon.svg: what a phone shows on its home screen. The results are checked in;
// run `node scripts/draw-icons.mjs` in web/ after a change of the drawing. Needs Chromium (at /usr/bin/chromium, or
// where CHROMIUM_PATH says).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const drawing = readFileSync('src/app/icon.svg', 'utf8');
const background = /<rect width="64" height="64" rx="15" fill="(#\w+)"\/>/.exec(drawing);
if (background === null) throw new Error('icon.svg needs a <rect> of 64 × 64 as its background: add it');
/** The drawing without its rounded background. */
const court = drawing.replace(background[0], '').replace(/^<svg[^>]*>|<\/svg>$/g, '');

/** An icon that fills its square, because the phone cuts the shape; `scale` keeps the drawing within every shape. */
const fullBleed = (scale) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${background[1]}"/>` +
  `<g transform="translate(${32 * (1 - scale)} ${32 * (1 - scale)}) scale(${scale})">${court}</g></svg>`;

const icons = [
  { file: 'icon-192.png', size: 192, svg: drawing },
  { file: 'icon-512.png', size: 512, svg: drawing },
  // The safe zone of a maskable icon is a circle of 80 % (W3C manifest).
  { file: 'maskable-512.png', size: 512, svg: fullBleed(0.74) },
  { file: 'apple-touch-icon.png', size: 180, svg: fullBleed(0.9) },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
mkdirSync('public/icons', { recursive: true });
for (const { file, size, svg } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  writeFileSync(`public/icons/${file}`, await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
