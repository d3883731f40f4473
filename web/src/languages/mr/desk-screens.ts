import type { Translations } from '@/lib/language';
import { deskPlayers } from './desk-players';
import { deskRefunds } from './desk-refunds';
import { deskStaff } from './desk-staff';

/** What screens of the desk say that are loaded when they are opened, by the names of their catalogues. */
export const screenTranslations: Translations = { ...deskPlayers, ...deskRefunds, ...deskStaff };
