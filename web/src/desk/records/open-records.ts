import type { Language, Translations } from '@/lib/language';
import { openPartTranslations } from '@/desk/lib/part-translations';

/** The texts of the messages and the audit in a language: files of their own. */
async function loadTexts(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return {
        ...(await import('@/languages/hi/desk-records')).deskRecords,
        ...(await import('@/languages/hi/desk-audit')).deskAudit,
      };
    case 'gu':
      return {
        ...(await import('@/languages/gu/desk-records')).deskRecords,
        ...(await import('@/languages/gu/desk-audit')).deskAudit,
      };
    case 'mr':
      return {
        ...(await import('@/languages/mr/desk-records')).deskRecords,
        ...(await import('@/languages/mr/desk-audit')).deskAudit,
      };
  }
}

/** The screen of the messages with its texts. */
export async function openMessages() {
  const [screen] = await Promise.all([import('@/desk/messages/MessagesPage'), openPartTranslations(loadTexts)]);
  return screen;
}

/** The screen of the audit with its texts. */
export async function openAudit() {
  const [screen] = await Promise.all([import('@/desk/audit/AuditPage'), openPartTranslations(loadTexts)]);
  return screen;
}
