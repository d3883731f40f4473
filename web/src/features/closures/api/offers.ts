import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

type Schemas = components['schemas'];

/** The games that a player lost by one closure. */
export type Offers = Schemas['OffersAnswer'];
/** A game whose court was closed, and what became of it. */
export type Game = Schemas['OfferGame'];
/** A court and an hour that was, or is, the player's. */
export type Place = Schemas['OfferPlace'];
/** A free court at an hour, with what it means for the player's money. */
export type Choice = Schemas['ClosureChoice'];
/** The same hour on another day. */
export type OtherDay = Schemas['ClosureOtherDay'];

/** The games of the link with this token. */
export const offersQuery = (token: string) =>
  queryOptions({
    queryKey: ['offers', token],
    queryFn: ({ signal }) => answer(api.GET('/api/offers/{token}', { params: { path: { token } }, signal })),
    staleTime: 10_000,
  });

/** What can be chosen instead of a game. Only a snapshot: the server checks a choice again when it is sent. */
export const choicesQuery = (token: string, orderid: string) =>
  queryOptions({
    queryKey: ['offer-choices', token, orderid],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/offers/{token}/choices', { params: { path: { token }, query: { orderid } }, signal })),
    staleTime: 10_000,
  });

/** The hours of a day that can be chosen instead of a game, at the venue of the game. */
export const hoursQuery = (token: string, game: Game, day: string) =>
  queryOptions({
    queryKey: ['offer-choices', token, game.orderid, day],
    queryFn: async ({ signal }) => {
      const query = { orderid: game.orderid, venue: game.lost.venue, day };
      const reply = await answer(api.GET('/api/offers/{token}/hours', { params: { path: { token }, query }, signal }));
      return reply.hours;
    },
    staleTime: 10_000,
  });

/** Books a choice as it was shown. */
export function choosePlace(token: string, orderid: string, choice: Choice) {
  const { venue, court, day, minute, due_paise, back_paise } = choice;
  const body = { orderid, venue, court, day, minute, due_paise, back_paise };
  return answer(api.POST('/api/offers/{token}/move', { params: { path: { token } }, body }));
}

/** Gives up a game for the money that comes back. */
export function chooseMoney(token: string, orderid: string) {
  return answer(api.POST('/api/offers/{token}/refund', { params: { path: { token } }, body: { orderid } }));
}
