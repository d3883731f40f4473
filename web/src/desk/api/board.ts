import { queryOptions } from '@tanstack/react-query';
import { readBoardOrKept } from './keep';
import { boardKey } from './kept-data';
import { read } from './client';
import { noteServerTime } from './connection';
import type { components } from './schema';

/** A venue's day as the server describes it. */
export type Board = components['schemas']['Board'];
export type BoardBooking = components['schemas']['BoardBooking'];
export type Court = components['schemas']['Court'];

/** A board with the values needed to request a newer one and to count down to its instants. */
export interface KeptBoard {
  board: Board;
  etag: string | null;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  /**
   * Which answer `ahead` was measured by: the boards that come in a visit are counted, and the highest number is the newest. With
   * `keptAt` the number is of the earlier visit.
   */
  measurement?: number;
  /**
   * When the server last answered with this board, or that it had no newer one, in milliseconds of this device's clock; only if
   * this device kept it from an earlier visit.
   */
  keptAt?: number;
}

/** How many boards have come in this visit. */
let measurements = 0;

/** The version that the next request for a board names, by `boardKey`. */
const announced = new Map<string, string>();

/**
 * Lets the next request for a board name the version that an event announced, so that the server answers with the
 * board that it read for the event. Later requests name no version: one that follows a change by the person who is
 * signed in must return that change.
 */
export function nameVersionInNextRequest(venue: number, day: string, version: string) {
  announced.set(boardKey(venue, day), version);
}

function takeAnnounced(venue: number, day: string): { version?: string } {
  const version = announced.get(boardKey(venue, day));
  announced.delete(boardKey(venue, day));
  return version === undefined ? {} : { version };
}

/**
 * The board of a venue's day. A repeated request sends the entity tag of the board in the cache, unless that is of an earlier visit,
 * and keeps that board if the server has no newer one.
 */
export const boardQuery = (venue: number, day: string) =>
  queryOptions({
    queryKey: ['board', venue, day],
    queryFn: async ({ client, queryKey, signal }): Promise<KeptBoard> => {
      const kept = client.getQueryData<KeptBoard>(queryKey);
      const isOfVisit = kept?.keptAt === undefined;
      const readNewest = async () => {
        const answer = await read('/api/desk/venues/{venue}/board', {
          params: { venue },
          query: { day, ...takeAnnounced(venue, day) },
          // Without a new board the clock of this visit would not be measured.
          etag: isOfVisit ? (kept?.etag ?? undefined) : undefined,
          signal,
        });
        if (answer.changed) {
          const { body, etag, arrivedAt } = answer;
          noteServerTime(body.now, arrivedAt);
          return { board: body, etag, ahead: Date.parse(body.now) - arrivedAt, measurement: ++measurements };
        }
        if (kept === undefined) throw new Error('the server sent no board');
        return kept;
      };
      return readBoardOrKept([venue, day], kept, readNewest, (board) => client.setQueryData(queryKey, board));
    },
    // Requested without a network, too: the request fails, and the kept board is shown.
    networkMode: 'offlineFirst',
    // An unchanged board is already returned as the same object.
    structuralSharing: false,
    staleTime: 2_000,
    gcTime: 30 * 60_000,
  });
