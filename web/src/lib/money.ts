import { perLocale } from './language';

const rupee = (options: Intl.NumberFormatOptions) =>
  perLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR', ...options }));

const whole = rupee({ maximumFractionDigits: 0 });
const withPaise = rupee({ minimumFractionDigits: 2 });

/** Rupees as text, alike in every language: 800 → "₹800", 799.5 → "₹799.50", 100000 → "₹1,00,000". */
export function rupees(amount: number): string {
  return (Number.isInteger(amount) ? whole() : withPaise()).format(amount);
}
