import type { Translations } from '@/lib/language';
import { desk } from './desk';
import { deskBooking } from './desk-booking';
import { deskPay } from './desk-pay';
import { deskSetUp } from './desk-set-up';
import { shared } from './shared';

/** The texts that load with the frame and the board of the desk, by the names of the catalogues; other parts load their own file. */
export const translations: Translations = { ...shared, ...desk, ...deskBooking, ...deskPay, ...deskSetUp };
