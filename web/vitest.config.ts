import { defineConfig, mergeConfig } from 'vitest/config';

import viteConfig from './vite.config';

// The unit tests stand beside what they test in src/; e2e/ belongs to Playwright.
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      restoreMocks: true,
      env: { TZ: 'UTC' },
    },
  }),
);
