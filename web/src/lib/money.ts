/**
 * Rupees as text: 800 → "₹800", 799.5 → "₹799.50", 100000 → "₹1,00,000". The same in every language: a price on the
 * pass must read the same to the player and at the desk. It does not use `Intl`, which first reads its tables of all
 * currencies and so blocks a slow phone for a tenth of a second before the first price.
 */
export function rupees(amount: number): string {
  const [whole = '', paise] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.');
  const grouped = whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ',');
  return `${amount < 0 ? '-' : ''}₹${grouped}${paise === undefined ? '' : `.${paise}`}`;
}

/**
 * Rounds calculated rupees to whole paise; the result is in rupees. As floating-point numbers, 256.1 − 226.1 is a little
 * more than 30, and 100.35 + 110.05 a little less than 210.4.
 */
export function roundToPaise(amount: number): number {
  return Math.round(amount * 100) / 100;
}
