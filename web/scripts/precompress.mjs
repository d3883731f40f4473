// Puts FILE.br (Brotli, quality 11) and FILE.gz (gzip, level 9) beside the files of dist/ that get smaller by it, for
// the server to send.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|json|svg|txt|webmanifest|xml|ico)$/;
// In bytes; a smaller answer fits into one network packet as it is.
const SMALLEST = 512;

const dist = new URL('../dist/', import.meta.url);
let [before, after] = [0, 0];
for (const name of readdirSync(dist, { recursive: true })) {
  // The build's manifests, and the code that renders pages inside the program, are not sent.
  if (!COMPRESSIBLE.test(name) || name.startsWith('.vite') || name.startsWith('server')) continue;
  const file = new URL(name, dist);
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const brotli = brotliCompressSync(bytes, { params });
  const gzip = gzipSync(bytes, { level: 9 });
  if (brotli.length < bytes.length) writeFileSync(new URL(`${name}.br`, dist), brotli);
  if (gzip.length < bytes.length) writeFileSync(new URL(`${name}.gz`, dist), gzip);
  before += bytes.length;
  after += brotli.length;
}
console.log(`precompressed: ${(before / 1000).toFixed(0)} kB to ${(after / 1000).toFixed(0)} kB (Brotli)`);
