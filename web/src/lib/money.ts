// The same in every language: a price on the pass must read alike to the player and at the desk, and CLDR groups lakhs
// differently for some of our languages.
const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const withPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });

/** Rupees as text: 800 → "₹800", 799.5 → "₹799.50", 100000 → "₹1,00,000". */
export function rupees(amount: number): string {
  return Number.isInteger(amount) ? whole.format(amount) : withPaise.format(amount);
}
