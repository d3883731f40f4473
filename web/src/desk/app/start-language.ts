import {
  rememberedLanguage,
  setTranslationLoader,
  switchLanguage,
  type Language,
  type Translations,
} from '@/lib/language';
import { pause } from '@/lib/pause';
import { openedPartTranslations } from '@/desk/lib/part-translations';

/** How long the first screen waits for its language, in milliseconds, before it starts in English. */
const TIMEOUT_MILLISECONDS = 3_000;

/** Fetches the texts that load with the board, in a language. */
async function loadFrame(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return (await import('@/languages/hi/desk-translations')).translations;
    case 'gu':
      return (await import('@/languages/gu/desk-translations')).translations;
    case 'mr':
      return (await import('@/languages/mr/desk-translations')).translations;
  }
}

async function loadTranslations(language: Exclude<Language, 'en'>): Promise<Translations> {
  const frame = await loadFrame(language);
  return { ...frame, ...(await openedPartTranslations(language)) };
}

/** Switches to the language that was chosen in this browser; if it does not load in time, the desk starts in English. */
export async function startLanguage(): Promise<void> {
  setTranslationLoader(loadTranslations);
  const language = rememberedLanguage() ?? 'en';
  if (language === 'en') return;
  const loaded = switchLanguage(language).catch(() => undefined);
  await Promise.race([loaded, pause(TIMEOUT_MILLISECONDS)]);
}
