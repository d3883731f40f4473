import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the payouts in a language, and those of the proof that they need. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return {
        ...(await import('@/languages/hi/desk-payouts')).deskPayouts,
        ...(await import('@/languages/hi/desk-devices')).deskDevices,
      };
    case 'gu':
      return {
        ...(await import('@/languages/gu/desk-payouts')).deskPayouts,
        ...(await import('@/languages/gu/desk-devices')).deskDevices,
      };
    case 'mr':
      return {
        ...(await import('@/languages/mr/desk-payouts')).deskPayouts,
        ...(await import('@/languages/mr/desk-devices')).deskDevices,
      };
  }
}

/** The screen of the payouts with its texts. */
export async function openPayouts() {
  const [screen] = await Promise.all([import('./PayoutsPage'), openPartTranslations(loadTexts)]);
  return screen;
}
