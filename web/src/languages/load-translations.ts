import type { Language, Translations } from '@/lib/language';

/** Fetches one language. */
export async function loadTranslations(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return (await import('./hi/translations')).translations;
    case 'gu':
      return (await import('./gu/translations')).translations;
    case 'mr':
      return (await import('./mr/translations')).translations;
  }
}
