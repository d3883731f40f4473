import { translationsOf } from '@/lib/language';

/** A text of the operator; while it is the standard one, it has a code and is shown in the player's language. */
export function brandText(text: string, code: string | null | undefined): string {
  const translated = code ? translationsOf('server')?.[code] : undefined;
  return typeof translated === 'string' ? translated : text;
}
