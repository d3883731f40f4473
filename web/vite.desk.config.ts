import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BOOT, bootScript, readScripts } from './scripts/boot-script';
import { colorMix } from './scripts/color-mix';
import { compileAtOnce } from './scripts/compile-at-once';
import { deskServiceWorker } from './scripts/desk-service-worker';
import { firstScreen } from './scripts/first-screen';
import { paintWithCode } from './scripts/paint-with-code';
import player from './vite.config';

/** The modules that the frame and the board import statically. */
const eager = firstScreen('desk/main.tsx');
/** The scripts in the page, which run before the modules. */
const firstScripts = [BOOT, 'desk/app/first-requests.js'];
/** The modules that the board's panel imports statically. Those in `eager` stay in `desk-board`, an earlier group. */
const panel = firstScreen('desk/board/BoardPanel.tsx');

/** The build of the desk, beside the player's app in dist/: a build of its own, so that no file has code of both. */
export default defineConfig({
  plugins: [
    bootScript({ scripts: firstScripts, isInline: true }),
    react(),
    tailwindcss(),
    colorMix(),
    compileAtOnce(/^(desk(-(react|tanstack|icons|board|panel))?|BoardPanel)$/),
    paintWithCode(),
    deskServiceWorker(readScripts(firstScripts)),
  ],
  resolve: player.resolve,
  build: {
    ...player.build,
    emptyOutDir: false,
    copyPublicDir: false,
    // Not the player's manifest, which the server's build reads for the scripts of its pages.
    manifest: '.vite/desk-manifest.json',
    rolldownOptions: {
      input: fileURLToPath(new URL('./desk.html', import.meta.url)),
      output: {
        entryFileNames: ({ name }) => (name === 'desk-worker' ? 'desk-sw.js' : 'assets/desk-[hash].js'),
        codeSplitting: {
          groups: [
            // They mostly stay cached over releases, and a browser compiles several files in parallel.
            { name: 'desk-react', test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/ },
            { name: 'desk-tanstack', test: /node_modules[\\/]@tanstack[\\/]/ },
            { name: 'desk-icons', test: /node_modules[\\/]lucide-react[\\/]/ },
            // The first load, and nothing that opens later: smaller files would compress worse.
            { name: 'desk-board', test: (id: string) => eager.has(id) },
            { name: 'desk-panel', test: (id: string) => panel.has(id) },
            // One file instead of many small ones.
            { name: 'desk-parts', test: /\/src\/((desk\/)?(api|lib)|ui)\/(?!code-path).*\.tsx?$/ },
          ],
        },
      },
    },
  },
});
