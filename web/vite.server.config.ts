import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { checkInlineScript } from './scripts/boot-script';
import { intlTables } from './scripts/intl-tables';
import { rulesOf } from './scripts/style-rules';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
}

/** What the browser's build wrote to dist/, for the pages that the server renders. That build must run before this one. */
function shellOfDist(): Plugin {
  const id = 'virtual:shell';
  return {
    name: 'shell-of-dist',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => (source === `\0${id}` ? `export const shell = ${JSON.stringify(readShell())};` : null),
  };
}

function readShell() {
  const html = readFileSync(at('./dist/index.html'), 'utf8');
  const take = (pattern: RegExp) => {
    const found = pattern.exec(html);
    if (found?.[1] === undefined) throw new Error(`dist/index.html has no ${pattern}`);
    return { whole: found[0], path: found[1] };
  };
  const first = take(/<script src="(\/assets\/boot-[^"]+)"><\/script>/);
  const stylesheet = take(/<link rel="stylesheet" crossorigin href="([^"]+)">/);
  const script = readFileSync(at(`./dist${first.path}`), 'utf8').trim();
  checkInlineScript(script);
  return {
    html: html
      // A file of its own would hold up the first paint by a round trip.
      .replace(first.whole, () => `<script>${script}</script>`)
      .replace(stylesheet.whole, '')
      .replace(/<title>.*?<\/title>/, '')
      .replace(/<meta name="description"[^>]*>/, '')
      // The screen is rendered already: pictures and fonts go first on a slow connection.
      .replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
      .replace(/>\s+</g, '><'),
    script,
    stylesheet: stylesheet.path,
    rules: rulesOf(readFileSync(at(`./dist${stylesheet.path}`), 'utf8')),
    scripts: scriptsOfScreens(html),
  };
}

/** The scripts that each lazily loaded source needs, its own included, without those that every page names. */
function scriptsOfScreens(html: string): Record<string, string[]> {
  const manifest = JSON.parse(readFileSync(at('./dist/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const collect = (key: string, found = new Set<string>()) => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(`/${chunk.file}`)) return found;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) collect(imported, found);
    return found;
  };
  return Object.fromEntries(
    Object.entries(manifest)
      .filter(([, chunk]) => chunk.isDynamicEntry === true)
      .map(([source]) => [source, [...collect(source)].filter((file) => !html.includes(`"${file}"`))]),
  );
}

/** The build for the JavaScript engine inside the server: one file that can use no API of the browser or of Node. */
export default defineConfig({
  plugins: [shellOfDist(), intlTables(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      '@': at('./src'),
      // The plain renderer alone: the entry beside it brings streams that the engine does not have.
      'react-dom/server': at('./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
    },
  },
  ssr: { target: 'webworker', noExternal: true, resolve: { conditions: ['worker', 'module', 'import', 'default'] } },
  build: {
    ssr: 'src/server/entry.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2023',
    minify: true,
    assetsInlineLimit: 0, // the same addresses as in the browser's build
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'pages.js' } },
  },
});
