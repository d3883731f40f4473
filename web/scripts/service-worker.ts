import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const WORKER = source('service-worker/worker.ts');
/** What a pass needs without network, beside the first load. */
const OFFLINE = [
  'features/booking/BookingConfirmationPage.tsx',
  'features/booking/BookingStatusPage.tsx',
  'features/history/HistoryDetailsPage.tsx',
  'app/ServerState.tsx',
  'app/Footer.tsx',
  'app/Layers.tsx',
  'ui/LanguageSwitch.tsx',
  'api/client.ts',
].map(source);
/** The translations, of which a pass needs the one in its player's language. */
const LANGUAGES = ['hi', 'gu', 'mr'];

/** Builds `sw.js` with the list of this build's files that a pass needs; its version is a digest of their names and of its code. */
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
        const later = new Set<string>();
        for (const chunk of withImports(entry, bundle)) files.add(`/${chunk.fileName}`);
        const needed = ({ moduleIds, facadeModuleId }: Rolldown.OutputChunk) =>
          moduleIds.some((id) => OFFLINE.includes(id)) || OFFLINE.includes(facadeModuleId ?? '');
        for (const screen of chunks.filter(needed)) {
          for (const chunk of withImports(screen, bundle)) {
            // What a piece of the first load fetches later belongs to other screens.
            if (files.has(`/${chunk.fileName}`)) continue;
            files.add(`/${chunk.fileName}`);
            for (const name of chunk.dynamicImports) later.add(name);
          }
        }
        for (const name of later) {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk') continue;
          for (const { fileName } of withImports(chunk, bundle)) files.add(`/${fileName}`);
        }
        const missing = OFFLINE.filter((id) => !chunks.some((chunk) => chunk.moduleIds.includes(id)));
        if (missing.length > 0) throw new Error(`not built, but needed without network: ${missing.join(', ')}`);
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && /\.(css|woff2)$|boot-[^/]*\.js$|hero-court[^/]*\.svg$/.test(file.fileName)) {
            files.add(`/${file.fileName}`);
          }
        }
        const languages = LANGUAGES.map((language) => {
          const texts = source(`languages/${language}/translations.ts`);
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(texts));
          if (chunk === undefined) throw new Error(`not built, but needed without network: ${texts}`);
          const own = [...withImports(chunk, bundle)].map(({ fileName }) => `/${fileName}`);
          return [language, own.filter((file) => !files.has(file))];
        });
        const list = [...files].toSorted();
        const version = createHash('sha256').update(list.join('\n')).update(worker.code).digest('hex').slice(0, 12);
        const precache = JSON.stringify({ version, entry: `/${entry.fileName}`, files: list, languages: Object.fromEntries(languages) });
        const code = worker.code.replace('globalThis.__PRECACHE__', () => precache);
        if (code === worker.code) throw new Error('sw.js has no place for its list of files');
        worker.code = code;
      },
    },
  };
}

/** The chunk and everything that it imports statically. */
function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') withImports(imported, bundle, found);
  }
  return found;
}
