/** Country prefix of every number the app sends (spec §9). */
const COUNTRY_PREFIX = '+91';

/**
 * The national digits of a phone number: removes spaces, dashes and brackets, and a leading +91, 0091, 091, 91 or 0 if ten
 * digits follow it. The result may have any length; the caller checks for ten.
 */
export function nationalDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (digits.length > 10) {
    for (const prefix of ['0091', '091', '91', '0']) {
      if (digits.startsWith(prefix) && digits.length - prefix.length === 10) return digits.slice(prefix.length);
    }
  }
  return digits;
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
