import type { CashCount } from '@/desk/api/money';

/** The values of the notes that are counted one by one, in rupees, as the server takes them. */
export const NOTES = [500, 200, 100, 50, 20, 10] as const;

export type Note = (typeof NOTES)[number];

/** The text of the fields of a count: the number of each note, and the coins in rupees. */
export type TypedCount = Readonly<Record<Note | 'coins', string>>;

export const EMPTY_COUNT: TypedCount = { 500: '', 200: '', 100: '', 50: '', 20: '', 10: '', coins: '' };

/** The digits of a typed text; at most the five that the server's limit of 99,999 allows. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 5);
}

/** The rupees of one line of a count. */
export function rupeesOf(typed: TypedCount, line: Note | 'coins'): number {
  return Number(typed[line]) * (line === 'coins' ? 1 : line);
}

/** The sum of a count in rupees. */
export function totalOf(typed: TypedCount): number {
  return [...NOTES, 'coins' as const].reduce((sum, line) => sum + rupeesOf(typed, line), 0);
}

/** A count as the server takes it. */
export function countOf(typed: TypedCount): CashCount {
  const notes = NOTES.map((rupees) => ({ rupees, number: Number(typed[rupees]) }));
  return { notes: notes.filter(({ number }) => number > 0), coins: Number(typed.coins) };
}

/** The sum of a count that the server takes, in rupees. */
export function rupeesOfCount({ notes, coins }: CashCount): number {
  return notes.reduce((sum, { rupees, number }) => sum + rupees * number, coins);
}
