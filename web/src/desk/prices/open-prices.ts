import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the prices in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-prices')).deskPrices };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-prices')).deskPrices };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-prices')).deskPrices };
  }
}

/** The screen of the prices with its texts. */
export async function openPrices() {
  const [screen] = await Promise.all([import('./PricesPage'), openPartTranslations(loadTexts)]);
  return screen;
}
