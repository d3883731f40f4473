import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';
import { RainPart } from './RainPart';

/** The texts of the rain desk in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-rain')).deskRain };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-rain')).deskRain };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-rain')).deskRain };
  }
}

/** The rain desk with its texts. */
export async function openRainDesk(): Promise<typeof RainPart> {
  await openPartTranslations(loadTexts);
  return RainPart;
}
