import type { Board, KeptBoard } from './board';
import type { Me } from './me';
import { database, isFresh } from './database';

/** The key of the board of a venue's day. */
export const boardKey = (venue: number, day: string) => `${venue} ${day}`;

/** Keeps the last board of a venue's day, and removes those that are too old. */
export async function keepBoard(venue: number, day: string, kept: KeptBoard): Promise<void> {
  const tx = (await database()).transaction('boards', 'readwrite');
  await tx.store.put({ kept, at: Date.now() }, boardKey(venue, day));
  for await (const cursor of tx.store) if (!isFresh(cursor.value)) await cursor.delete();
  await tx.done;
}

/** Finds the kept board with the time at which it was kept; undefined if there is none of the last 36 hours. */
export async function findKeptBoard(venue: number, day: string): Promise<KeptBoard | undefined> {
  const found = await (await database()).get('boards', boardKey(venue, day));
  if (found === undefined || !isFresh(found)) return undefined;
  // An earlier version of the desk kept boards without `displaced`.
  const kept: Partial<Board> = found.kept.board;
  return { ...found.kept, board: { ...found.kept.board, displaced: kept.displaced ?? [] }, keptAt: found.at };
}

/** Keeps who is signed in, for a start without a network. */
export async function keepMe(me: Me): Promise<void> {
  await (await database()).put('people', { me, at: Date.now() }, 'me');
}

/** Finds the kept person; undefined if there is none of the last 36 hours. */
export async function findKeptMe(): Promise<Me | undefined> {
  const found = await (await database()).get('people', 'me');
  if (found === undefined) return undefined;
  if (isFresh(found)) {
    // An earlier version of the desk kept a person without `past_venues`, and a business without `series_weeks`, `time_zone` and
    // `check_in_minutes`, whose default on the server is 180.
    const me: Partial<Me> = found.me;
    const business: Partial<Me['business']> = found.me.business;
    return {
      ...found.me,
      past_venues: me.past_venues ?? [],
      business: {
        ...found.me.business,
        series_weeks: business.series_weeks ?? 1,
        check_in_minutes: business.check_in_minutes ?? 180,
        time_zone: business.time_zone ?? found.me.venues[0]?.time_zone ?? 'Asia/Kolkata',
      },
    };
  }
  // What is too old to be shown does not stay on the device either.
  await forgetKept();
  return undefined;
}

/** Forgets boards and person. What waits to be sent stays: it belongs to the person who wrote it. */
export async function forgetKept(): Promise<void> {
  const tx = (await database()).transaction(['boards', 'people'], 'readwrite');
  await Promise.all([tx.objectStore('boards').clear(), tx.objectStore('people').clear(), tx.done]);
}
