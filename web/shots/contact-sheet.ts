import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import tests from '../playwright.config';
import { FOLDER, THEMES } from './fixtures';

/** Writes one page with all pictures, and takes one picture of each screen's part of it. */
export default async function contactSheet(): Promise<void> {
  if (!existsSync(FOLDER)) return;
  const screens = readdirSync(FOLDER).filter((name) => statSync(join(FOLDER, name)).isDirectory());
  writeFileSync(join(FOLDER, 'index.html'), sheet(screens));
  const browser = await chromium.launch(tests.use?.launchOptions);
  const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
  await page.goto(pathToFileURL(join(FOLDER, 'index.html')).href);
  for (const screen of screens) await page.locator(`#${screen}`).screenshot({ path: join(FOLDER, `${screen}.png`) });
  await browser.close();
}

function sheet(screens: readonly string[]): string {
  return `<!doctype html><meta charset="utf-8"><title>Sideout, every screen</title>
<style>
  body { font: 14px system-ui; margin: 0; background: #c9d2d4 }
  section { padding: 20px; background: #c9d2d4 }
  figure { margin: 0 0 24px; display: grid; gap: 10px; align-items: start }
  figcaption { grid-column: 1 / -1; font-weight: 600 }
  a { display: block; max-height: 640px; overflow: hidden }
  img { width: 100%; display: block }
</style>
${screens.map(group).join('\n')}`;
}

function group(screen: string): string {
  const pictures = readdirSync(join(FOLDER, screen)).flatMap((file) => {
    const [, state = '', width = ''] = /^(.+)-(\d+)-(?:light|dark)\.png$/.exec(file) ?? [];
    return state === '' ? [] : [{ file, state, width: Number(width) }];
  });
  const widths = [...new Set(pictures.map(({ width }) => width))].toSorted((a, b) => a - b);
  const columns = widths.map((width) => `${width}fr ${width}fr`).join(' ');
  const states = [...new Set(pictures.map(({ state }) => state))];
  const taken = new Set(pictures.map(({ file }) => file));
  return `<section id="${screen}"><h1>${screen}</h1>${states
    .map((state) => {
      const files = widths.flatMap((width) => THEMES.map((theme) => `${state}-${width}-${theme}.png`));
      const cells = files.map((file) =>
        taken.has(file)
          ? `<a href="${screen}/${file}"><img src="${screen}/${file}" alt="${file}"></a>`
          : '<span></span>',
      );
      return `<figure style="grid-template-columns: ${columns}"><figcaption>${state}</figcaption>${cells.join('')}</figure>`;
    })
    .join('')}</section>`;
}
