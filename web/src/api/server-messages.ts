import { perLocale, translationsOf } from '@/lib/language';
import { rupees } from '@/lib/money';

/**
 * The server's messages in one language. The key is the message's code, or `code.reason` where a code has more than one
 * text. Parameters are in braces: `{cutoff_minutes}`. English has no such list: the server sends the English text.
 */
export type ServerMessages = Readonly<Record<string, string>>;

type Params = Readonly<Record<string, unknown>>;

const unitFormat = (unit: string) =>
  perLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }));
const units = [
  { seconds: 3600, format: unitFormat('hour') },
  { seconds: 60, format: unitFormat('minute') },
  { seconds: 1, format: unitFormat('second') },
];

/** A length of time in hours, minutes and seconds: 5400 → "1 घंटा 30 मिनट". */
function duration(seconds: number): string {
  let left = seconds;
  const parts = units.map((unit) => {
    const count = Math.floor(left / unit.seconds);
    left %= unit.seconds;
    return count === 0 ? '' : unit.format().format(count);
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** A parameter as text; the end of its name says what it counts. */
function paramText(name: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  if (name.endsWith('_paise')) return rupees(value / 100);
  if (name.endsWith('_minutes')) return duration(value * 60);
  return name.endsWith('_seconds') ? duration(value) : String(value);
}

/** The message with this code in the player's language; undefined if the language does not have it, as in English. */
export function serverMessage(code: string, params: Params = {}): string | undefined {
  const { reason } = params;
  const known = translationsOf('server')?.[typeof reason === 'string' ? `${code}.${reason}` : code];
  if (typeof known !== 'string') return undefined;
  return known.replaceAll(/\{(\w+)\}/g, (_, name: string) => paramText(name, params[name]));
}

/** A reply of the server with its `message` in the player's language; an unknown message stays in English. */
export function inPlayersLanguage<T>(reply: T): T {
  if (typeof reply !== 'object' || reply === null || !('code' in reply) || typeof reply.code !== 'string') return reply;
  const params = 'params' in reply ? (reply.params as Params) : {};
  const message = serverMessage(reply.code, params);
  return message === undefined ? reply : { ...reply, message };
}
