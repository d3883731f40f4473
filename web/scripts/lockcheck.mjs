// Fails when package-lock.json lacks an optional platform package: `npm install` silently drops those that the
// registry does not have yet, and then `npm ci` fails on machines that need them.
import { readFileSync } from 'node:fs';

const packages = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')).packages;
const missing = [];
for (const [at, entry] of Object.entries(packages)) {
  for (const dependency of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(at, dependency)) missing.push(`${at.replace(/.*node_modules\//, '')}@${entry.version} lacks ${dependency}`);
  }
}
console.log(missing.join('\n') || 'package-lock.json is complete');
process.exitCode = missing.length ? 1 : 0;

/** Looks a dependency up as Node does: in the package's own node_modules, then in each folder above it. */
function isLocked(from, dependency) {
  for (let folder = from; ; ) {
    if (`${folder ? `${folder}/` : ''}node_modules/${dependency}` in packages) return true;
    if (!folder) return false;
    const cut = folder.lastIndexOf('/node_modules/');
    folder = cut < 0 ? '' : folder.slice(0, cut);
  }
}
