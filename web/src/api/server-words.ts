import { translationsOf } from '@/lib/language';

/**
 * Translates a message of the server into the player's language. The server sends English; a message found in the
 * language's catalogue is translated with its numbers inserted again, any other is shown unchanged.
 */
export function serverWords(message: string): string {
  const known = translationsOf('server')?.[message.replaceAll(/\d[\d,.]*\d|\d/g, '#')];
  if (typeof known !== 'string') return message;
  const numbers = message.match(/\d[\d,.]*\d|\d/g) ?? [];
  let at = 0;
  return known.replaceAll('#', () => numbers[at++] ?? '');
}

/** A reply with its `message` in the player's language. */
export function inPlayersWords<T>(reply: T): T {
  if (typeof reply !== 'object' || reply === null || !('message' in reply)) return reply;
  return typeof reply.message === 'string' ? { ...reply, message: serverWords(reply.message) } : reply;
}
