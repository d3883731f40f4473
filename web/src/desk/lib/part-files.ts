import type { Translations } from '@/lib/language';

/** The texts of each part in each language: files of their own. Those of the frame and the board load with them. */
const files = import.meta.glob<Readonly<Record<string, Translations>>>([
  '../../languages/*/desk-*.ts',
  '!../../languages/*/desk-{translations,booking,pay,set-up}.ts',
]);

/** Loads what a part says in a language. */
export async function loadPart(language: string, part: string): Promise<Translations> {
  const load = files[`../../languages/${language}/desk-${part}.ts`];
  if (load === undefined) throw new Error(`no texts of ${part} in ${language}`);
  return Object.assign({}, ...Object.values(await load())) as Translations;
}
