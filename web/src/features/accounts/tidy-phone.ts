import type { ChangeEvent } from 'react';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';

/**
 * For the `onChange` of register(): as soon as the typed, pasted or autofilled text is one complete number
 * ("+91 98765 43210", "098765 43210"), it is reduced to its ten digits beside the fixed +91.
 */
export function tidyPhone(set: (digits: string) => void) {
  return (event: ChangeEvent<HTMLInputElement>): void => {
    const typed = event.target.value;
    const digits = nationalDigits(typed);
    if (digits.length === PHONE_DIGITS && digits !== typed) set(digits);
  };
}
