import { countCharacters } from '@/lib/count-characters';

/**
 * The most characters of a short text that staff write, such as a reason. The server has the same limit
 * (`crates/http/src/routes/desk/short_text.rs`).
 */
export const LONGEST_SHORT_TEXT = 200;

/** Whether the server refuses a short text because of its length, which counts without the spaces around the text. */
export function isTooLong(text: string): boolean {
  return countCharacters(text.trim()) > LONGEST_SHORT_TEXT;
}
