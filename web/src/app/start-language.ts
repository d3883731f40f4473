import { chooseLanguage, loadTranslationsBy, rememberedLanguage, speak, type Language } from '@/lib/language';
import { loadTranslations } from '@/languages/load-translations';

/** How long the first screen waits for its language, in milliseconds, before it begins in English. */
const PATIENCE = 3000;

/**
 * Speaks the language that the server drew the page in, else the one chosen in this browser. When it does not come in
 * time, the app begins in English and changes over as soon as it is there.
 */
export async function startLanguage(drawnIn: Language | undefined): Promise<void> {
  loadTranslationsBy(loadTranslations);
  const language = drawnIn ?? rememberedLanguage() ?? 'en';
  if (language === 'en') return;
  const spoken = speak(language).catch(() => undefined);
  await Promise.race([spoken, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/**
 * Changes over to the language chosen in this browser when the page came in another: browsers forget the cookie that told
 * the server earlier than they forget what an app keeps. It also tells the server again.
 */
export function returnToChosenLanguage(drawnIn: Language): void {
  const chosen = rememberedLanguage();
  if (chosen !== null && chosen !== drawnIn) void chooseLanguage(chosen).catch(() => undefined);
}
