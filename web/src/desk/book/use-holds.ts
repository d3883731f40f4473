import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOnline } from '@/lib/online';
import { useStore } from '@/lib/store';
import { deleteHold, postHold } from '@/desk/api/holds';
import { readSlots } from '@/desk/lib/slots';
import { HoldKeeper, type HoldStates } from './hold-keeper';
import { madeHolds } from './made-holds';

export interface Holds {
  keeper: HoldKeeper;
  states: HoldStates;
}

/** Holds the slots of `book`, a text that `readSlots` reads, while they are in it and the component is mounted. */
export function useHolds(venue: number, day: string, book: string | undefined): Holds {
  const queryClient = useQueryClient();
  const [keeper] = useState(
    () =>
      new HoldKeeper({
        hold: (holdDay, slot, key) => postHold(venue, holdDay, slot, key),
        release: (hold, until, key) => deleteHold(venue, hold, until, key),
        onReleased: () => void queryClient.invalidateQueries({ queryKey: ['board', venue] }),
        made: madeHolds,
      }),
  );
  useEffect(() => {
    keeper.setWanted(day, readSlots(book));
    return () => keeper.setWanted(day, []);
  }, [keeper, day, book]);

  const states = useStore(keeper.states);
  const online = useOnline();
  useEffect(() => {
    if (online) keeper.requestUnanswered();
  }, [keeper, online]);
  return { keeper, states };
}

/**
 * When the first of the holds ends, in milliseconds of this device's clock; null without a hold. `ahead` is how far the
 * server's clock is ahead of it, in milliseconds.
 */
export function endOfHolds(states: HoldStates, ahead: number): number | null {
  const ends = [...states.values()].flatMap((state) => (state.kind === 'held' ? [Date.parse(state.hold.until)] : []));
  return ends.length === 0 ? null : Math.min(...ends) - ahead;
}
