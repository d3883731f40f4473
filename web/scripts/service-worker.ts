import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const WORKER = source('service-worker/worker.ts');
/** What a pass needs without network, beside the first load: its screens, what stands around every screen, and SAVE. */
const OFFLINE = [
  'features/booking/BookingConfirmationPage.tsx',
  'features/booking/BookingStatusPage.tsx',
  'features/booking/pass/code-path.ts',
  'features/history/HistoryDetailsPage.tsx',
  'app/ServerState.tsx',
  'app/Footer.tsx',
  'app/Layers.tsx',
  'app/register-worker.ts',
  'ui/Toasts.tsx',
].map(source);
const SAVE = /\/node_modules\/modern-screenshot\//;

/** Builds `sw.js` and tells it which of this build's files a pass needs; its version is made of their names. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: WORKER, fileName: 'sw.js' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const worker = chunks.find((chunk) => chunk.fileName === 'sw.js');
        const entry = chunks.find((chunk) => chunk.isEntry && chunk !== worker);
        if (worker === undefined || entry === undefined) throw new Error('the build has no sw.js or no entry');
        if (worker.imports.length > 0) throw new Error('sw.js is no module and cannot import');
        const files = new Set<string>();
        const add = (chunk: Rolldown.OutputChunk) => collect(chunk, bundle, files);
        add(entry);
        const needed = chunks.filter((chunk) =>
          chunk.moduleIds.some((id) => OFFLINE.includes(id) || (SAVE.test(id) && chunk.isDynamicEntry)),
        );
        for (const chunk of needed) add(chunk);
        const missing = OFFLINE.filter((id) => !chunks.some((chunk) => chunk.moduleIds.includes(id)));
        if (missing.length > 0) throw new Error(`not built, but needed without network: ${missing.join(', ')}`);
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && /\.(css|woff2)$|theme-[^/]*\.js$|hero-court[^/]*\.svg$/.test(file.fileName)) {
            files.add(`/${file.fileName}`);
          }
        }
        const list = [...files].sort();
        const version = createHash('sha256').update(list.join('\n')).update(worker.code).digest('hex').slice(0, 12);
        const precache = JSON.stringify({ version, entry: `/${entry.fileName}`, files: list });
        const code = worker.code.replace('globalThis.__PRECACHE__', () => precache);
        if (code === worker.code) throw new Error('sw.js has no place for its list of files');
        worker.code = code;
      },
    },
  };
}

/** The chunk's own file and those it imports, with their styles. */
function collect(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, files: Set<string>): void {
  const path = `/${chunk.fileName}`;
  if (files.has(path)) return;
  files.add(path);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') collect(imported, bundle, files);
  }
}
