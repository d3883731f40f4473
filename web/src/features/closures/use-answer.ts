import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import { failureMessage, unknownOutcomeMessage } from '@/api/failure-message';
import { OWN_COURTS } from '@/api/own-courts';
import { useSingleMutation } from '@/api/use-single-mutation';
import { choosePlace, chooseMoney, offersQuery, type Choice, type Game } from './api/offers';
import { closedCourtTexts } from './texts';

/** What the player answers: another court or hour, or the money. */
export type Answer = { kind: 'place'; choice: Choice } | { kind: 'money' };

/** A sentence about the last answer. */
export interface AnswerNote {
  tone: 'warn' | 'note';
  text: string;
}

/** The game that a reply carries; undefined if it carries none. */
function gameIn(reply: object): Game | undefined {
  return 'game' in reply ? (reply.game as Game) : undefined;
}

/** Sends the answer to one offer. After a call of unknown outcome, the outcome is read from the server. */
export function useAnswer(token: string, orderid: string) {
  const client = useQueryClient();
  const [note, setNote] = useState<AnswerNote | null>(null);
  const [isUnavailable, setIsUnavailable] = useState(false);
  const [hasAnswered, setHasAnswered] = useState(false);

  const { queryKey } = offersQuery(token);

  /** Cancels a read of the offers that may have begun before the answer and would show them without it. */
  const cancelEarlierRead = () => client.cancelQueries({ queryKey });

  function show(game: Game) {
    client.setQueryData(queryKey, (offers) =>
      offers === undefined
        ? offers
        : { ...offers, games: offers.games.map((each) => (each.orderid === game.orderid ? game : each)) },
    );
  }

  /** A game has been answered: the player's bookings and the free courts have changed. */
  function finish() {
    setHasAnswered(true);
    for (const key of ['order', 'history', 'slots', 'courts', OWN_COURTS]) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  }

  /** After a call whose outcome is not known: reads the state from the server. */
  async function checkOutcome(cause: ApiFailure) {
    setNote({ tone: 'note', text: closedCourtTexts.checking });
    await cancelEarlierRead();
    try {
      const { games } = await client.fetchQuery({ ...offersQuery(token), staleTime: 0 });
      const isOpen = games.find((game) => game.orderid === orderid)?.state === 'open';
      setNote(isOpen ? { tone: 'warn', text: closedCourtTexts.unsure } : null);
      if (!isOpen) finish();
    } catch {
      setNote({ tone: 'warn', text: unknownOutcomeMessage(cause) });
    }
  }

  const mutation = useSingleMutation({
    mutationFn: (answer: Answer) =>
      answer.kind === 'place' ? choosePlace(token, orderid, answer.choice) : chooseMoney(token, orderid),
    onMutate: () => {
      setNote(null);
      setIsUnavailable(false);
    },
    onSuccess: async (reply) => {
      const game = gameIn(reply);
      if (game !== undefined) {
        await cancelEarlierRead();
        if (!succeeded(reply)) setNote({ tone: 'note', text: reply.message });
        finish();
        show(game);
        return;
      }
      setNote({ tone: 'warn', text: reply.message });
      setIsUnavailable(reply.code !== 'closure_price_changed');
      await client.invalidateQueries({ queryKey: ['offer-choices', token, orderid] });
    },
    onError: async (cause) => {
      if (!(cause instanceof ApiFailure)) return;
      if (cause.hasUnknownOutcome) await checkOutcome(cause);
      else if (cause.status === 404) await client.invalidateQueries(offersQuery(token));
      else setNote({ tone: 'warn', text: failureMessage(cause) });
    },
  });

  return {
    note,
    /** A reply refused the last answer, and not because of a changed price; false after a call that failed. */
    isUnavailable,
    /** The game is no longer open, as a call of this visit showed. */
    hasAnswered,
    isSending: mutation.isPending,
    send: mutation.mutate,
  };
}
