import { venuesTexts } from './texts';

/** What is wrong with a field, in words; undefined if nothing is. */
export function wrongText(field: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const { characters, other, ...fields } = venuesTexts.wrong;
  if (code === 'characters') return characters;
  const texts: Readonly<Record<string, string>> = fields[field as keyof typeof fields] ?? {};
  return texts[code] ?? other;
}
