import { countCharacters } from '@/lib/count-characters';
import { nationalDigits, PHONE_DIGITS } from '@/lib/phone';

/** The typed text for the player of a booking: the digits of a phone number, or the letters of a name. */
export type TypedPlayer =
  | { kind: 'nothing' }
  | { kind: 'digits'; digits: string }
  | { kind: 'letters'; letters: string };

/** The fewest digits, and the fewest letters of the longest word, by which the server searches all players. */
const FEWEST_DIGITS = 4;
const FEWEST_LETTERS = 3;

/** Reads what was typed: spaces count once, and a phone number loses its +91 or 0. */
export function readTyped(text: string): TypedPlayer {
  const tidy = text.trim().replaceAll(/\s+/g, ' ');
  if (/\p{L}/u.test(tidy)) return { kind: 'letters', letters: tidy };
  const digits = nationalDigits(tidy);
  return digits === '' ? { kind: 'nothing' } : { kind: 'digits', digits };
}

/**
 * The text for the field of a booking that finds a known player: the phone, or the name if the phone is missing or masked. Of many
 * players with one name the search lists only some, and it does not search for short words.
 */
export function textToFind({ name, phone }: { name: string; phone: string | null }): string {
  return phone !== null && nationalDigits(phone).length === PHONE_DIGITS ? phone : name;
}

/** The text to search for; null if it is too short, or has more digits than a phone number. */
export function searchTextOf(typed: TypedPlayer): string | null {
  if (typed.kind === 'letters') return hasLongWord(typed.letters) ? typed.letters : null;
  if (typed.kind === 'nothing') return null;
  const { digits } = typed;
  return digits.length >= FEWEST_DIGITS && digits.length <= PHONE_DIGITS ? digits : null;
}

/**
 * Whether a word is long enough to search for. All but letters, marks and digits separate words, except an apostrophe and the
 * invisible joiners of Indian scripts.
 */
function hasLongWord(text: string): boolean {
  const words = text.replaceAll(/['’\u200c\u200d]/g, '').split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.some((word) => countCharacters(word) >= FEWEST_LETTERS);
}

/** The letters that choose how a new booking is paid: after the digits of a number, or alone in the field. */
const TENDER_KEYS = { c: 'cash', u: 'upi_own', k: 'card' } as const;

/** A tender that is chosen by a letter. */
export type TypedTender = (typeof TENDER_KEYS)[keyof typeof TENDER_KEYS];

function tenderOf(text: string): TypedTender | null {
  const letter = text.toLowerCase();
  return Object.hasOwn(TENDER_KEYS, letter) ? TENDER_KEYS[letter as keyof typeof TENDER_KEYS] : null;
}

/** The tender that a key typed into the field chooses; null if the key is part of a number or a name. */
export function tenderKey(key: string, typed: TypedPlayer): TypedTender | null {
  if (typed.kind !== 'digits' || typed.digits.length < FEWEST_DIGITS) return null;
  return tenderOf(key);
}

/**
 * The tender of a guest without a number if the field has one letter and nothing else, because no name is that short;
 * null with another letter, which makes it the beginning of a name.
 */
export function onlyTender(text: string): TypedTender | null {
  return tenderOf(text.trim());
}

/** Whether the whole of a phone number was typed. */
export function isWholePhone(typed: TypedPlayer): typed is { kind: 'digits'; digits: string } {
  return typed.kind === 'digits' && typed.digits.length === PHONE_DIGITS;
}
