import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The utilities of Tailwind that a stylesheet leaves out although the source has their names. */
function leftOutOf(stylesheet: string): string[] {
  const [, words] = /^@source not inline\('\{(.*)\}'\);$/m.exec(readFileSync(stylesheet, 'utf8')) ?? [];
  return words?.split(',') ?? [];
}

const leftOut = leftOutOf('src/ui/app.css');

/** The classes in `className` that no stylesheet has. Of an expression only the texts between which it chooses are read. */
function leftOutClasses(text: string): string[] {
  const plain = [...text.matchAll(/className="([^"]*)"/g)].map(([, classes]) => classes ?? '');
  const built = [...text.matchAll(/className=\{`([^`]*)`\}/g)].map(([, classes]) => classes ?? '');
  const fixed = built.map((classes) => classes.replaceAll(/\$\{[^}]*\}/g, ' '));
  const chosen = built.flatMap((classes) => [...classes.matchAll(/[?:] '([^']*)'/g)].map(([, choice]) => choice ?? ''));
  return [...plain, ...fixed, ...chosen]
    .flatMap((classes) => classes.split(/\s+/))
    .filter((one) => leftOut.includes(one));
}

test('no element has a class that the stylesheets leave out', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  const found = Object.entries(sources).map(([path, text]) => [path, leftOutClasses(text)] as const);
  expect(found.filter(([, classes]) => classes.length > 0)).toEqual([]);
});

test('a class that is left out is found, plain or chosen, and longer names and variables are not', () => {
  expect(leftOutClasses(`<i className="size-2 outline outline-ball-ink" />`)).toEqual(['outline']);
  expect(leftOutClasses("<i className={`size-2 ${isOld ? '' : 'opacity-50 grayscale'}`} />")).toEqual(['grayscale']);
  expect(leftOutClasses('<Button variant="outline" className={`outline-1 table-fixed ${ring}`} />')).toEqual([]);
});

test('the stylesheets of both apps leave out the same', () => {
  expect(leftOut).toContain('outline');
  expect(leftOutOf('src/desk/app/desk.css')).toEqual(leftOut);
});
