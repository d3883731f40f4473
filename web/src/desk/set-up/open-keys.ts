import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of keys and devices in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-devices')).deskDevices };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-devices')).deskDevices };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-devices')).deskDevices };
  }
}

/** The screen of keys and devices with its texts. */
export async function openKeys() {
  const [screen] = await Promise.all([import('./KeysPage'), openPartTranslations(loadTexts)]);
  return screen;
}
