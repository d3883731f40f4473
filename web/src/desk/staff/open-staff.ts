import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the staff in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-staff')).deskStaff };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-staff')).deskStaff };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-staff')).deskStaff };
  }
}

/** The screen of the staff with its texts. */
export async function openStaff() {
  const [screen] = await Promise.all([import('./StaffPage'), openPartTranslations(loadTexts)]);
  return screen;
}
