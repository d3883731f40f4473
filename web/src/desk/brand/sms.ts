/** The basic alphabet of text messages (3GPP TS 23.038): each of these characters takes one place. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: each of these characters takes two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** The size of a text message. */
export interface SmsSize {
  /** `unicode` if a character is not in the basic alphabet: then fewer places fit into one message. */
  alphabet: 'basic' | 'unicode';
  /** The places that the text takes: units of 7 bits in the basic alphabet, else of 16 bits. */
  places: number;
  /** The number of messages that are paid for. */
  messages: number;
}

/**
 * The size of a text. One message holds 160 places, or 70 if a character is not in the basic alphabet; each part of a
 * longer text holds 153, or 67.
 */
export function smsSize(text: string): SmsSize {
  const characters = Array.from(text);
  const isBasic = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const sizes = characters.map((character) => (isBasic ? (EXTENDED.has(character) ? 2 : 1) : character.length));
  const places = sizes.reduce((sum, size) => sum + size, 0);
  const [whole, part] = isBasic ? [160, 153] : [70, 67];
  return { alphabet: isBasic ? 'basic' : 'unicode', places, messages: places <= whole ? 1 : countParts(sizes, part) };
}

/** The number of messages of `part` places that characters of these sizes need; a character is not split between two messages. */
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

/** A placeholder, `##name##`. */
const PLACEHOLDER = /##([A-Za-z0-9_]+?)##/g;

/** The text with sample values, and the first placeholder that the message has no value for. */
export function fillIn(text: string, placeholders: readonly Placeholder[]): { filled: string; unknown: string | null } {
  let unknown: string | null = null;
  const filled = text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const known = placeholders.find((placeholder) => placeholder.name === name);
    if (known === undefined) unknown ??= name;
    return known?.sample ?? whole;
  });
  return { filled, unknown };
}
