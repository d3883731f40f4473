import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Pixels of a picture per CSS pixel, in each direction. */
const scale = Number(process.env['SHOTS_SCALE'] ?? 1);

// `cargo xtask shots` starts one demo for each project, with a clock of its own, and passes its address; docs/TESTING.md has more.
export default defineConfig({
  ...tests,
  testDir: './shots',
  testMatch: '*.shot.ts',
  retries: 1,
  timeout: 120_000,
  globalTeardown: './shots/contact-sheet.ts',
  outputDir: './test-results/shots',
  use: {
    ...tests.use,
    trace: 'off',
    screenshot: 'off',
    deviceScaleFactor: scale,
  },
  // The patterns are compared with whole paths, so they name the file: a folder of the checkout may have "desk" in its name.
  projects: [
    { name: 'players', testIgnore: /desk[^/]*\.shot\.ts$/, use: { viewport: { width: 360, height: 740 } } },
    { name: 'desk', testMatch: /desk[^/]*\.shot\.ts$/, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
