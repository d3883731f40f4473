import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the day on paper in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-print')).deskPrint };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-print')).deskPrint };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-print')).deskPrint };
  }
}

/** The screen of the day on paper with its texts. */
export async function openPrint() {
  const [screen] = await Promise.all([import('./PrintPage'), openPartTranslations(loadTexts)]);
  return screen;
}
