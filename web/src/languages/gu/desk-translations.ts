import type { Translations } from '@/lib/language';
import { desk } from './desk';
import { deskBooking } from './desk-booking';
import { deskPay } from './desk-pay';
import { deskSetUp } from './desk-set-up';
import { shared } from './shared';

/** What the frame and the board of the desk say, and the screens without a file of their own, by the names of the catalogues. */
export const translations: Translations = { ...shared, ...desk, ...deskBooking, ...deskPay, ...deskSetUp };
