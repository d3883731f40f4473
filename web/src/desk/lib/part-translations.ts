import { addTranslations, currentLanguage, type Language, type Translations } from '@/lib/language';

/** A part of the desk whose texts load when it is opened: `desk-<part>.ts` of each language. */
export type Part =
  | 'add-number'
  | 'audit'
  | 'brand'
  | 'check-in'
  | 'close-courts'
  | 'close-day'
  | 'coupons'
  | 'devices'
  | 'firm'
  | 'hours'
  | 'keys'
  | 'money'
  | 'cannot-approve'
  | 'payouts'
  | 'players'
  | 'prices'
  | 'print'
  | 'records'
  | 'refunds'
  | 'reports'
  | 'sections'
  | 'sign-in'
  | 'staff'
  | 'standing'
  | 'venues';

const opened = new Set<Part>();
const loads = new Map<string, Promise<void>>();

/** The translations of all opened parts in a language, with the parts that are opened while it loads. */
export async function openedPartTranslations(language: Exclude<Language, 'en'>): Promise<Translations> {
  if (opened.size === 0) return {};
  const { loadPart } = await import('./part-files');
  for (;;) {
    const parts = [...opened];
    const texts = await Promise.all(parts.map((part) => loadPart(language, part)));
    if (parts.length === opened.size) return Object.assign({}, ...texts) as Translations;
  }
}

/**
 * Loads a screen, or a part of one, together with its translations into the current language, and from now on into
 * each language that is chosen. If the translations do not load, the part is in English.
 */
export async function openPart<T>(load: () => Promise<T>, ...parts: readonly Part[]): Promise<T> {
  const [screen] = await Promise.all([load(), ...parts.map(openTranslations)]);
  return screen;
}

function openTranslations(part: Part): Promise<void> {
  opened.add(part);
  const language = currentLanguage();
  if (language === 'en') return Promise.resolve();
  const key = `${language} ${part}`;
  const load = loads.get(key) ?? addPart(language, part).catch(() => void loads.delete(key));
  loads.set(key, load);
  return load;
}

async function addPart(language: Language, part: Part): Promise<void> {
  const texts = await (await import('./part-files')).loadPart(language, part);
  if (currentLanguage() === language) addTranslations(texts);
}
