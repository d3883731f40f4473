import type { Translations } from '@/lib/language';

/** The translations of each part of the desk, a file for each language. The excluded files load at the start. */
const files = import.meta.glob<Readonly<Record<string, Translations>>>([
  '../../languages/*/desk-*.ts',
  '!../../languages/*/desk-{translations,booking,pay,set-up}.ts',
]);

/** Loads the translations of a part in a language. */
export async function loadPart(language: string, part: string): Promise<Translations> {
  const load = files[`../../languages/${language}/desk-${part}.ts`];
  if (load === undefined) throw new Error(`no texts of ${part} in ${language}`);
  return Object.assign({}, ...Object.values(await load())) as Translations;
}
