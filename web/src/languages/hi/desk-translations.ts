import type { Translations } from '@/lib/language';
import { desk } from './desk';
import { deskCloseDay } from './desk-close-day';
import { deskPlayers } from './desk-players';
import { deskReports } from './desk-reports';
import { deskStaff } from './desk-staff';
import { shared } from './shared';

/** Everything that the desk says, by the names of its catalogues. */
export const translations: Translations = {
  ...shared,
  ...desk,
  ...deskCloseDay,
  ...deskPlayers,
  ...deskReports,
  ...deskStaff,
};
