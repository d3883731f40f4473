import { currentLanguage, switchLanguage, type Language, type Translations } from '@/lib/language';

type Load = (language: Exclude<Language, 'en'>) => Promise<Translations>;

const opened = new Set<Load>();

/** What the parts that were opened say in a language. */
export async function openedPartTranslations(language: Exclude<Language, 'en'>): Promise<Translations> {
  return Object.assign({}, ...(await Promise.all([...opened].map((load) => load(language))))) as Translations;
}

/**
 * Loads the texts of a part that is opened in the current language, and from now on with each other one: whoever never opens the
 * part never loads them. If they do not load, the part is in English.
 */
export async function openPartTranslations(load: Load): Promise<void> {
  if (opened.has(load)) return;
  opened.add(load);
  const language = currentLanguage();
  if (language === 'en') return;
  await switchLanguage(language).catch(() => opened.delete(load));
}
