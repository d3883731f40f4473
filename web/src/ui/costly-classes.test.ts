import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * The classes of Tailwind that style an element by what another one contains: `group-has-[a]:py-2`. Their rules name no element that
 * they are about, so a browser looks at all elements of the page whenever such a content comes or goes: on the board of a day,
 * tens of milliseconds for each booking that is opened.
 */
function costlyClasses(text: string): string[] {
  return text.match(/(?<![\w-])(?:group|peer|in)-has-[^\s'"`]+/g) ?? [];
}

test('no class makes the browser look at the whole page for what an element contains', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(Object.entries(sources).filter(([, text]) => costlyClasses(text).length > 0)).toEqual([]);
});

test('a class that styles an element by the content of another one is found, and one about its own content is not', () => {
  expect(costlyClasses(`<dt className="text-quiet group-has-[a]:py-2 peer-has-checked:flex">`)).toEqual([
    'group-has-[a]:py-2',
    'peer-has-checked:flex',
  ]);
  expect(costlyClasses(`<div className="group py-2 has-[a]:py-0">`)).toEqual([]);
});
