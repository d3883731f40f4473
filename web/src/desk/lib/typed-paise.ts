/** The highest price of a slot that the server takes: ₹10,00,000, in paise. */
export const MOST_PRICE_PAISE = 100_000_000;

/** The paise of an amount below one crore typed in rupees: "800", "₹1,000", "799.50"; null for any other text. */
export function typedPaise(text: string): number | null {
  const plain = text.replaceAll(/[₹,\s]/g, '');
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain);
  if (match === null) return null;
  const [, whole = '', paise = ''] = match;
  return Number(whole) * 100 + Number(paise.padEnd(2, '0'));
}
