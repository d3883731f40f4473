import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/desk/api/client';

/** A player or guest as the desk knows them. */
export type Player = Answer<'get', '/api/desk/players/{player}'>;

/** Whether the player has a number. */
export function hasNumber({ phone, other_phones }: Pick<Player, 'phone' | 'other_phones'>): boolean {
  return phone !== null || other_phones.length > 0;
}

/** The games that the number missed before its data were erased and that count. */
export function countedFormerStrikes(player: Pick<Player, 'former_strikes'>): Player['former_strikes'] {
  return player.former_strikes.filter(({ forgiven }) => forgiven === null);
}

/** Within this time, in milliseconds, data whose day has come are erased if nothing holds them. */
const ERASED_WITHIN = 3_600_000;

/** Whether data that were to be erased at `erase_at` are still there because something holds them. */
export function isErasureLate(erase_at: string, now: number): boolean {
  return now > Date.parse(erase_at) + ERASED_WITHIN;
}

/** The most games of one list that the server sends. */
export const MOST_GAMES = 50;

/** The page of a player. */
export const playerQuery = (player: string) =>
  queryOptions({
    queryKey: ['player', player],
    queryFn: ({ signal }) => call('get', '/api/desk/players/{player}', { params: { player }, signal }),
    staleTime: 0,
  });

/** The data of a player that are erased, those that stay, and the ties that have to be settled first. */
export type Erasure = Answer<'get', '/api/desk/players/{player}/erasure'>;

/** Reads what erasing the data of a player would do. */
export const erasureQuery = (player: string) =>
  queryOptions({
    queryKey: ['player', player, 'erasure'],
    queryFn: ({ signal }) => call('get', '/api/desk/players/{player}/erasure', { params: { player }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Both accounts of a merge, and what it leads to. */
export type Merge = Answer<'get', '/api/desk/players/{player}/merge'>;

/** Reads what merging the account `other` into that of `player` would do. */
export const mergeQuery = (player: string, other: string) =>
  queryOptions({
    queryKey: ['player', player, 'merge', other],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/players/{player}/merge', { params: { player }, query: { other }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Players who are locked until their data are erased. */
export const erasuresQuery = queryOptions({
  queryKey: ['players', 'erasures'],
  queryFn: ({ signal }) => call('get', '/api/desk/erasures', { signal }),
  // Requested without a network, too: the request fails instead of waiting.
  networkMode: 'offlineFirst',
  staleTime: 0,
  gcTime: 0,
});
