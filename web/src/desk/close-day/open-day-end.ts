import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the end of the day in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-close-day')).deskCloseDay };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-close-day')).deskCloseDay };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-close-day')).deskCloseDay };
  }
}

/** The screen of the end of the day with its texts. */
export async function openDayEnd() {
  const [screen] = await Promise.all([import('./DayEndPage'), openPartTranslations(loadTexts)]);
  return screen;
}
