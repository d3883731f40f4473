import { venuesTexts } from './texts';

/** The message for the error code of a field; undefined if there is no code. */
export function errorText(field: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const { characters, other, ...fields } = venuesTexts.wrong;
  if (code === 'characters') return characters;
  const texts: Readonly<Record<string, string>> = fields[field as keyof typeof fields] ?? {};
  return texts[code] ?? other;
}
