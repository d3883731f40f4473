import {
  chooseLanguage,
  rememberedLanguage,
  setTranslationLoader,
  switchLanguage,
  type Language,
} from '@/lib/language';
import { loadTranslations } from '@/languages/load-translations';

/** How long the first screen waits for its language, in milliseconds, before it starts in English. */
const TIMEOUT_MILLISECONDS = 3000;

/**
 * Switches to the language that the server rendered the page in, else to the one chosen in this browser. If it does not
 * load in time, the app starts in English and switches as soon as the language is loaded.
 */
export async function startLanguage(renderedIn: Language | undefined): Promise<void> {
  setTranslationLoader(loadTranslations);
  const language = renderedIn ?? rememberedLanguage() ?? 'en';
  if (language === 'en') return;
  const loaded = switchLanguage(language).catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MILLISECONDS))]);
}

/**
 * Switches to the language chosen in this browser if the server rendered the page in another one: browsers drop the
 * cookie, which the server reads, earlier than local storage. The switch writes the cookie again.
 */
export function returnToChosenLanguage(renderedIn: Language): void {
  const chosen = rememberedLanguage();
  if (chosen !== null && chosen !== renderedIn) void chooseLanguage(chosen).catch(() => undefined);
}
