import { readFileSync } from 'node:fs';

const theme = readFileSync('src/ui/theme.css', 'utf8');

/** The dark value of a colour of theme.css. */
export function darkColor(name) {
  const value = new RegExp(`--color-${name}: (?:light-dark\\(.*, )?(oklch\\([^)]*\\))`).exec(theme)?.[1];
  if (value === undefined) throw new Error(`theme.css has no colour ${name}`);
  return value;
}
