import type { Language, Translations } from '@/lib/language';
import { translations as gu } from './gu/translations';
import { translations as hi } from './hi/translations';
import { translations as mr } from './mr/translations';

/** All languages at once, for the pages that the server renders. */
export const everyLanguage: Readonly<Record<Language, Translations>> = { en: {}, hi, gu, mr };
