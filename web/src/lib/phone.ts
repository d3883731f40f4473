/** The country prefix (spec §9). */
const COUNTRY_PREFIX = '+91';
/** How many digits a phone number has without +91 or 0. */
export const PHONE_DIGITS = 10;

/**
 * The digits of a phone number without a leading +91, or else without a leading 0091, 091, 91 or 0 if ten digits follow it. Letters and
 * all other characters are removed. The result may have any length; the caller checks for {@link PHONE_DIGITS}. A number with a + and
 * the code of another country never has that length.
 */
export function nationalDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (/^\D*\+/.test(typed)) {
    if (digits.startsWith('91')) return digits.slice(2);
    // "+65 9123 4567" of Singapore has ten digits, which with +91 before them would be the number of somebody in India.
    if (digits.length === PHONE_DIGITS) return `00${digits}`;
  }
  if (digits.length > PHONE_DIGITS) {
    for (const prefix of ['0091', '091', '91', '0']) {
      const rest = digits.slice(prefix.length);
      if (digits.startsWith(prefix) && rest.length === PHONE_DIGITS) return rest;
    }
  }
  return digits;
}

/** Whether a number is typed with a + and then another code than 91; a + before an Indian number without 91 makes one, too. */
export function hasOtherCountry(typed: string): boolean {
  const digits = typed.replaceAll(/\D/g, '');
  return /^\D*\+/.test(typed) && digits !== '' && !digits.startsWith('91') && digits !== '9';
}

/** The number as sent to the server: "+919876543210". */
export function wirePhone(typed: string): string {
  return COUNTRY_PREFIX + nationalDigits(typed);
}

/** A number for display: "+919876543210" → "+91 98765 43210"; anything else unchanged. */
export function readablePhone(phone: string): string {
  const match = /^\+91(\d{5})(\d{5})$/.exec(phone);
  return match ? `+91 ${match[1]} ${match[2]}` : phone;
}
