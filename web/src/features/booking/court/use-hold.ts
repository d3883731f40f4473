import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OWN_COURTS } from '@/api/own-courts';
import { useSingleMutation } from '@/api/use-single-mutation';
import { pause } from '@/lib/pause';
import { addTimes, type WantedSlot } from '../api/add-times';
import { openOrderOfHold, openOrderQuery } from '../open-order';
import { holdCourt, type HoldOutcome } from './hold-court';

/**
 * Holds a court from a screen: one call at a time; `isFinding` is true while an unknown outcome is looked up.
 */
export function useHold(after: (outcome: HoldOutcome, slot: WantedSlot) => void | Promise<void>): {
  hold: (slot: WantedSlot) => void;
  isHolding: boolean;
  isFinding: boolean;
} {
  const queryClient = useQueryClient();
  const [isFinding, setIsFinding] = useState(false);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (slot: WantedSlot) =>
      holdCourt(slot, { request: addTimes, pause, onFinding: () => setIsFinding(true) }),
    onSuccess: async (outcome, slot) => {
      if (outcome.kind === 'held') {
        queryClient.setQueryData(openOrderQuery(outcome.order.orderid).queryKey, openOrderOfHold(outcome.order));
        void queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
      }
      await after(outcome, slot);
    },
    onSettled: () => setIsFinding(false),
  });
  return { hold: mutate, isHolding: isPending, isFinding };
}
