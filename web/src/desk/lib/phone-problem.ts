import { hasOtherCountry } from '@/lib/phone';
import { deskPhoneTexts } from './phone-texts';

/**
 * The message for a typed phone number that is not accepted: `tenDigits`, but for one with the code of another country what to write
 * instead, because it may have ten digits.
 */
export function phoneProblem(typed: string, tenDigits: string): string {
  return hasOtherCountry(typed) ? deskPhoneTexts.otherCountry : tenDigits;
}
