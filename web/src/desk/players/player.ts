import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/desk/api/client';

/** A player or guest as the desk knows them: numbers, games, and notes. */
export type Player = Answer<'get', '/api/desk/players/{player}'>;

/** The most games of one list that the server sends. */
export const MOST_GAMES = 50;

export const playerQuery = (player: string) =>
  queryOptions({
    queryKey: ['player', player],
    queryFn: ({ signal }) => call('get', '/api/desk/players/{player}', { params: { player }, signal }),
    staleTime: 0,
  });
