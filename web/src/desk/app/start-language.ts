import {
  currentLanguage,
  loadTranslationsBy,
  rememberedLanguage,
  setLanguage,
  switchLanguage,
  type Language,
  type Translations,
} from '@/lib/language';

type Translated = Exclude<Language, 'en'>;

/** How long the first screen waits for its language, in milliseconds, before it starts in English. */
const TIMEOUT_MILLISECONDS = 3_000;

/** Fetches what the board says in a language: a file of its own, which somebody who reads English never loads. */
async function loadBoard(language: Translated): Promise<Translations> {
  switch (language) {
    case 'hi':
      return (await import('@/languages/hi/desk-translations')).translations;
    case 'gu':
      return (await import('@/languages/gu/desk-translations')).translations;
    case 'mr':
      return (await import('@/languages/mr/desk-translations')).translations;
  }
}

/** Fetches what the screens say that are loaded when they are opened. */
async function loadScreens(language: Translated): Promise<Translations> {
  switch (language) {
    case 'hi':
      return (await import('@/languages/hi/desk-screens')).screenTranslations;
    case 'gu':
      return (await import('@/languages/gu/desk-screens')).screenTranslations;
    case 'mr':
      return (await import('@/languages/mr/desk-screens')).screenTranslations;
  }
}

/** The texts of the board; those of other screens come with them, or on the board a little later, so that it does not wait for them. */
export async function loadTranslations(language: Translated): Promise<Translations> {
  const screens = loadScreens(language).catch(() => ({}));
  const board = await loadBoard(language);
  if (!location.pathname.endsWith('/board')) return { ...board, ...(await screens) };
  const loaded = { ...board };
  void screens.then((texts) => {
    // Before the language is switched these are the texts that it is switched to.
    Object.assign(loaded, texts);
    if (currentLanguage() === language) setLanguage(language, { ...loaded });
  });
  return loaded;
}

/** Switches to the language that was chosen in this browser; if it does not load in time, the desk starts in English. */
export async function startLanguage(): Promise<void> {
  loadTranslationsBy(loadTranslations);
  const language = rememberedLanguage() ?? 'en';
  if (language === 'en') return;
  const loaded = switchLanguage(language).catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MILLISECONDS))]);
}
