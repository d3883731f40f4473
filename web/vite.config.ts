import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './scripts/boot-script';
import { colorMix } from './scripts/color-mix';
import { deskPages } from './scripts/desk-pages';
import { firstScreen } from './scripts/first-screen';
import { serviceWorker } from './scripts/service-worker';

/** Where `cargo xtask demo` listens; SIDEOUT_URL names another server for `npm run dev`. */
const server = process.env['SIDEOUT_URL'] ?? 'http://127.0.0.1:8080';

const eager = firstScreen('main.tsx');

/** The modules that home loads after its first screen, and most other screens too. */
const AFTER_FIRST_SCREEN =
  /\/src\/(ui\/(texts|Skeleton|Spinner|art\/(VenueArt|perspective))|lib\/(dates|phone|money|device-id|toast|drawer|loading|online)|api\/(slots|venues|client|api-failure|fetch-api-key|server-messages))\.tsx?$/;

/** Modules that are not in the one file of shared modules: a screen loads only those of them that it needs. */
const APART = new RegExp(
  `/(${[
    'ui/(Toasts|Drawer|CourtPicker|CourtDrawing|SlideToPay|Pass|TimeCard|DateStrip|CodeBoxes|Countdown|RadioGroup|Switch|Tabs|GenderPicker|PasswordField)',
    'ui/art/(MapArt|NoHistoryArt)',
    'api/(use-live-day|use-live-order|follow-stream|follow-events|order-document|order-calendar)',
    // With the library that checks forms.
    'lib/(person-rules|person-texts)',
    // With the library that draws codes.
    'lib/code-path',
  ].join('|')})\\.tsx?$`,
);

/** Whether a module is in the one file of shared modules, which replaces many tiny files. */
function usedByManyScreens(id: string): boolean {
  return /\/src\/(ui|lib|api)\/.*\.tsx?$/.test(id) && !APART.test(id);
}

export default defineConfig({
  plugins: [bootScript(), react(), tailwindcss(), colorMix(), serviceWorker(), deskPages()],
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // React itself has what these packages replace.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  server: {
    proxy: { '/api': server, '/images': server, '/manifest.webmanifest': server },
  },
  build: {
    target: 'baseline-widely-available',
    // light-dark() must reach the browser as written: lowered, it would be decided once at the root, and a dark part of
    // a light page would be light. These are the first browsers that have it (widely available since November 2026).
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    manifest: true, // the server's build reads it for the scripts that each page preloads
    assetsInlineLimit: 0, // no data: URLs, so that the content security policy stays strict
    modulePreload: {
      polyfill: false,
      // What the first screen has loaded need not be named again in front of every lazy screen.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js'
          ? dependencies.filter((name) => !/\/(react|shell|rolldown-runtime)-/.test(name))
          : dependencies,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // They change with the version of a library, so they mostly stay cached over releases.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/,
            },
            // One file instead of many small ones.
            { name: 'shell', test: (id: string) => eager.has(id) },
            // One file each instead of many small ones; an icon of one screen comes with that screen.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 4 },
            { name: 'after-first-screen', test: AFTER_FIRST_SCREEN },
            { name: 'screens', test: usedByManyScreens },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|valibot)[\\/]/ },
          ],
        },
      },
    },
  },
});
