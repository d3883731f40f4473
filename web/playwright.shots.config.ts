import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Picture points per pixel of the screen. */
const scale = Number(process.env['SHOTS_SCALE'] ?? 1);

// `cargo xtask shots` starts the demo at a fixed moment and says where it is; docs/TESTING.md has more.
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
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: scale,
  },
  projects: [{ name: 'shots' }],
});
