import { countCharacters } from './count-characters';

/**
 * A letter of any script with at most four combining marks, and with the invisible joiners that Indian and Persian writing
 * puts between two letters; or a digit, underscore, space, apostrophe, hyphen or dot. A letter comes first.
 */
const FULL_NAME = /^(?=\p{L})(?:\p{L}\p{M}{0,4}(?:[\u200c\u200d](?=\p{L}))?|[0-9_ '’\-‐.])+$/u;

/** Why a text is not a full name; each is the name of its message in `personTexts`. */
export type FullNameProblem = 'fullNameRequired' | 'fullNameStart' | 'fullNameShort' | 'fullNameLong';

/**
 * What is wrong with a full name; undefined if it has 3 to 50 characters that read as a name. The server has the same rule
 * in `crates/domain/src/person/full_name.rs`.
 */
export function fullNameProblem(text: string): FullNameProblem | undefined {
  const name = text.trim();
  if (name === '') return 'fullNameRequired';
  if (!FULL_NAME.test(name)) return 'fullNameStart';
  const characters = countCharacters(name);
  if (characters < 3) return 'fullNameShort';
  return characters > 50 ? 'fullNameLong' : undefined;
}

/** Whether a text is a full name. */
export function isFullName(text: string): boolean {
  return fullNameProblem(text) === undefined;
}
