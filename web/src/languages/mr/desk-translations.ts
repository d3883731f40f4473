import type { Translations } from '@/lib/language';
import { desk } from './desk';
import { shared } from './shared';

/** What the board and the frame of the desk say, by the names of its catalogues. */
export const translations: Translations = { ...shared, ...desk };
