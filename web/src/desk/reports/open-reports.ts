import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the reports in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-reports')).deskReports };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-reports')).deskReports };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-reports')).deskReports };
  }
}

/** The screen of the reports with its texts. */
export async function openReports() {
  const [screen] = await Promise.all([import('./ReportsPage'), openPartTranslations(loadTexts)]);
  return screen;
}
