import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the coupons in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-coupons')).deskCoupons };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-coupons')).deskCoupons };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-coupons')).deskCoupons };
  }
}

/** The screen of the coupons with its texts. */
export async function openCoupons() {
  const [screen] = await Promise.all([import('./CouponsPage'), openPartTranslations(loadTexts)]);
  return screen;
}
