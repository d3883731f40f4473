/**
 * Control characters, and those that have no width or turn the direction of writing around. Not included are the joiners
 * that Indian scripts and emoji need.
 */
const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/**
 * Whether a text has a character that cannot be seen and that the server refuses. The server has the same rule in
 * `crates/domain/src/public_text.rs`.
 */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text);
}
