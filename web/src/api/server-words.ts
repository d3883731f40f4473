import { translationsOf } from '@/lib/language';

/**
 * A sentence of the server in the player's language. The server speaks English; a sentence that the language's catalogue
 * knows is translated, its numbers put back in order, and any other is shown as it came.
 */
export function serverWords(message: string): string {
  const known = translationsOf('server')?.[message.replaceAll(/\d[\d,.]*\d|\d/g, '#')];
  if (typeof known !== 'string') return message;
  const numbers = message.match(/\d[\d,.]*\d|\d/g) ?? [];
  let at = 0;
  return known.replaceAll('#', () => numbers[at++] ?? '');
}

/** An answer with its `message` in the player's language. */
export function inPlayersWords<T>(reply: T): T {
  if (typeof reply !== 'object' || reply === null || !('message' in reply)) return reply;
  return typeof reply.message === 'string' ? { ...reply, message: serverWords(reply.message) } : reply;
}
