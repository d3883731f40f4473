const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The first mistake in a GSTIN. */
export type GstinMistake = 'length' | 'form' | 'state' | 'check';

/** A GSTIN as it is printed: without spaces, in capitals. */
export function tidyGstin(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase();
}

/** The first mistake in a tidy GSTIN; null if it is valid. The server checks the same (`crates/domain/src/gstin.rs`). */
export function gstinMistake(gstin: string): GstinMistake | null {
  if (gstin.length !== 15) return 'length';
  if (!/^\d\d[A-Z]{4}[A-Z\d]\d{4}[A-Z][A-Z\d]{3}$/.test(gstin)) return 'form';
  const state = Number(gstin.slice(0, 2));
  if ((state < 1 || state > 38) && state !== 97 && state !== 99) return 'state';
  return gstin.endsWith(checkCharacter(gstin)) ? null : 'check';
}

/** Luhn's algorithm with 36 characters: the factors 1 and 2 in turn from the left. */
function checkCharacter(gstin: string): string {
  let sum = 0;
  for (let place = 0; place < 14; place += 1) {
    const product = CHARACTERS.indexOf(gstin.charAt(place)) * (1 + (place % 2));
    sum += Math.floor(product / 36) + (product % 36);
  }
  return CHARACTERS.charAt((36 - (sum % 36)) % 36);
}
