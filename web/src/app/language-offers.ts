import type { Language } from '@/lib/language';

/**
 * The offer of each language, written in that language because its translations are not loaded yet; the button that
 * keeps English is in English.
 */
export const languageOffers: Record<Exclude<Language, 'en'>, { question: string; yes: string; no: string }> = {
  hi: { question: 'यह ऐप हिन्दी में भी है।', yes: 'हिन्दी में देखें', no: 'Keep English' },
  gu: { question: 'આ ઍપ ગુજરાતીમાં પણ છે.', yes: 'ગુજરાતીમાં જુઓ', no: 'Keep English' },
  mr: { question: 'हे ॲप मराठीतही आहे.', yes: 'मराठीत पाहा', no: 'Keep English' },
};
