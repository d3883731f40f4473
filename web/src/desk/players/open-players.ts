import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';
import { loadStandingTexts } from '@/desk/standing/open-standing';

/** The texts of the players in a language: a file of its own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return { ...(await import('@/languages/hi/desk-players')).deskPlayers };
    case 'gu':
      return { ...(await import('@/languages/gu/desk-players')).deskPlayers };
    case 'mr':
      return { ...(await import('@/languages/mr/desk-players')).deskPlayers };
  }
}

/** The screen of the players with its texts. */
export async function openPlayers() {
  const [screen] = await Promise.all([
    import('./PlayersPage'),
    openPartTranslations(loadTexts),
    openPartTranslations(loadStandingTexts),
  ]);
  return screen;
}
