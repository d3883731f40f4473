// Prints what a browser has to load, Brotli quality 11 in kB of 1000 bytes, against the goals.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const GOALS = { first: 105, css: 12, lazy: 40, desk: 90 };

const dist = new URL('../dist/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(`.vite/${name}`, dist), 'utf8'));
const manifest = read('manifest.json');
const chunks = Object.values(manifest);

const sizes = new Map();
function kilobytes(file) {
  if (!sizes.has(file)) {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    sizes.set(file, brotliCompressSync(readFileSync(new URL(file, dist)), options).length / 1000);
  }
  return sizes.get(file);
}

/** A chunk and everything it imports statically, each once, added to `found`. */
function withImports(chunk, found = new Set(), all = manifest) {
  if (!chunk || found.has(chunk)) return found;
  found.add(chunk);
  for (const key of chunk.imports ?? []) withImports(all[key], found, all);
  return found;
}

const sum = (files) => [...files].reduce((total, file) => total + kilobytes(file), 0);
const scripts = (set) => new Set([...set].map((chunk) => chunk.file).filter((file) => file.endsWith('.js')));
const styles = (set) => new Set([...set].flatMap((chunk) => chunk.css ?? []));

const entry = withImports(chunks.find((chunk) => chunk.isEntry));
// The home page is what a newcomer loads first: the entry, and the home screen where it is a chunk of its own.
const home = chunks.find((chunk) => chunk.isDynamicEntry && /HomePage/.test(chunk.src ?? ''));
const first = home ? withImports(home, new Set(entry)) : entry;

// Files that index.html loads without the module graph (boot.js) count too.
const html = readFileSync(new URL('index.html', dist), 'utf8');
const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);

const rows = [
  ['first load, JavaScript', sum(new Set([...scripts(first), ...linked.filter((file) => file.endsWith('.js'))])), GOALS.first],
  ['first load, CSS', sum(new Set([...styles(first), ...linked.filter((file) => file.endsWith('.css'))])), GOALS.css],
  ['index.html', kilobytes('index.html'), undefined],
];
const lazy = chunks
  .filter((chunk) => chunk.isDynamicEntry && !first.has(chunk))
  .map((chunk) => {
    // What this screen adds to a page that has loaded the first load already.
    const own = new Set([...withImports(chunk)].filter((part) => !first.has(part)));
    return [`lazy: ${(chunk.src ?? chunk.name ?? chunk.file).replace(/^.*node_modules\//, '')}`, sum(scripts(own)), GOALS.lazy];
  })
  .sort((left, right) => right[1] - left[1]);
rows.push(...lazy);

// The desk has a build of its own, with its own copy of React and the router.
const deskManifest = read('desk-manifest.json');
const desk = Object.values(deskManifest);
const isLibrary = (chunk) => ['desk-react', 'desk-tanstack'].includes(chunk.name);
// Browsers that can read QR codes and verify Ed25519 signatures load neither.
const isSubstitute = (chunk) => /node_modules\/(qr|@noble\/ed25519)\//.test(chunk.src ?? '');
// English is part of the screens. Of the other languages the largest counts.
const translations = desk.filter((chunk) => /languages\/(hi|gu|mr)\b/.test(chunk.src ?? ''));
// The board: what a clerk opens the desk for.
const board = withImports(desk.find((chunk) => chunk.isEntry), new Set(), deskManifest);
const isOwn = (chunk) => !isLibrary(chunk) && !isSubstitute(chunk) && !translations.includes(chunk);
const largestOf = (file) =>
  Math.max(0, ...translations.filter((chunk) => chunk.src.includes(file)).map((chunk) => kilobytes(chunk.file)));
const largest = largestOf('desk-translations');
// Each of the other files belongs to a part of the desk that loads when it is opened.
const parts = new Set(translations.map((chunk) => chunk.src.replace(/^.*\//, '')).filter((file) => !file.startsWith('desk-translations')));
const partTexts = [...parts].reduce((total, file) => total + largestOf(`/${file}`), 0);
// What a press on a cell opens.
const panel = withImports(desk.find((chunk) => /BoardPanel/.test(chunk.src ?? '')), new Set(board), deskManifest);
rows.push(
  ['desk: own JavaScript of the board, one language', sum(scripts([...board].filter(isOwn))) + largest, GOALS.desk],
  ["desk: the board's panel", sum(scripts([...panel].filter((chunk) => isOwn(chunk) && !board.has(chunk)))), GOALS.lazy],
  ['desk: own JavaScript, all screens, one language', sum(scripts(desk.filter(isOwn))) + largest + partTexts, undefined],
  ['desk: all translations', sum(scripts(translations)), undefined],
  ['desk: substitutes for what a browser lacks', sum(scripts(desk.filter(isSubstitute))), GOALS.lazy],
  ['desk: React, router and query', sum(scripts(desk.filter(isLibrary))), undefined],
  ['desk: CSS', sum(styles(desk)), undefined],
);

const width = Math.max(...rows.map(([name]) => name.length));
console.log(`${'what'.padEnd(width)}   kB br  goal`);
for (const [name, size, goal] of rows) {
  const verdict = goal === undefined ? '' : size < goal ? `< ${goal} met` : `< ${goal} MISSED`;
  console.log(`${name.padEnd(width)}  ${size.toFixed(1).padStart(6)}  ${verdict}`);
}
