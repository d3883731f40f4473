import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the refunds in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-refunds')).deskRefunds };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-refunds')).deskRefunds };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-refunds')).deskRefunds };
  }
}

/** The screen of the refunds with its texts. */
export async function openRefunds() {
  const [screen] = await Promise.all([import('./RefundsPage'), openPartTranslations(loadTexts)]);
  return screen;
}
