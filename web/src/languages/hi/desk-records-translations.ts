import type { Translations } from '@/lib/language';
import { deskAudit } from './desk-audit';
import { deskRecords } from './desk-records';

/** What the lists of what happened say, which are opened later than the board; by the names of the catalogues. */
export const translations: Translations = { ...deskAudit, ...deskRecords };
