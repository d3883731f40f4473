import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts about players' standing in a language: a file of its own. */
export async function loadStandingTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-standing')).deskStanding };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-standing')).deskStanding };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-standing')).deskStanding };
  }
}

/** What a new booking says about its player, with its texts. */
export async function openBookTrust() {
  const [part] = await Promise.all([import('./BookTrust'), openPartTranslations(loadStandingTexts)]);
  return part.BookTrust;
}
