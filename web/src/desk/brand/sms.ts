/** The basic alphabet of text messages (3GPP TS 23.038): each of these letters takes one place. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: each of these letters takes two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** The size of a text message. */
export interface SmsSize {
  /** `unicode` if a letter is not in the basic alphabet: then fewer places fit into one message. */
  alphabet: 'basic' | 'unicode';
  /** The places that the text takes. */
  places: number;
  /** The messages that are paid for. */
  messages: number;
}

/**
 * The size of a text. One message holds 160 places, or 70 if a letter is not in the basic alphabet; each part of a
 * longer text holds 153, or 67.
 */
export function smsSize(text: string): SmsSize {
  const letters = Array.from(text);
  const isBasic = letters.every((letter) => BASIC.has(letter) || EXTENDED.has(letter));
  const sizes = letters.map((letter) => (isBasic ? (EXTENDED.has(letter) ? 2 : 1) : letter.length));
  const places = sizes.reduce((sum, size) => sum + size, 0);
  const [whole, part] = isBasic ? [160, 153] : [70, 67];
  return { alphabet: isBasic ? 'basic' : 'unicode', places, messages: places <= whole ? 1 : countParts(sizes, part) };
}

/** The messages of `part` places that letters of these sizes need; a letter is not split between two messages. */
function countParts(sizes: readonly number[], part: number): number {
  let count = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      count += 1;
      used = 0;
    }
    used += size;
  }
  return count;
}

interface Placeholder {
  name: string;
  sample: string;
}

const NAMES = /##([A-Za-z0-9_]+?)##/g;

/** The text with sample values, and the first placeholder that the message has no value for. */
export function fillIn(text: string, placeholders: readonly Placeholder[]): { words: string; unknown: string | null } {
  let unknown: string | null = null;
  const words = text.replaceAll(NAMES, (whole, name: string) => {
    const known = placeholders.find((placeholder) => placeholder.name === name);
    if (known === undefined) unknown ??= name;
    return known?.sample ?? whole;
  });
  return { words, unknown };
}
