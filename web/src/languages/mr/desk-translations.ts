import type { Translations } from '@/lib/language';
import { desk } from './desk';
import { deskPlayers } from './desk-players';
import { deskRefunds } from './desk-refunds';
import { deskStaff } from './desk-staff';
import { shared } from './shared';

/** Everything that the desk says, by the names of its catalogues. */
export const translations: Translations = { ...shared, ...desk, ...deskPlayers, ...deskRefunds, ...deskStaff };
