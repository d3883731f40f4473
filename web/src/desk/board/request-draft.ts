import { isSameSlot, type Slot } from '@/desk/lib/slots';
import { slotOf } from './free-slots';
import type { BoardModel } from '@/desk/day/board-model';
import type { RequestDraft } from '@/desk/written/WriteDown';

/** Begins a request for slots of a board, by a player who is not named yet. */
export function requestDraft(model: BoardModel | undefined, slots: readonly Slot[]): RequestDraft {
  const cells = model?.rows.flatMap((row) => row.cells) ?? [];
  const wanted = slots.map((slot) => ({ slot, cell: cells.find((one) => isSameSlot(slotOf(one), slot)) }));
  return {
    // The end of a slot that is not on the board is not known, so a request for it does not count as over.
    endsAt: Math.max(0, ...wanted.map(({ cell }) => cell?.endsAt ?? Number.MAX_SAFE_INTEGER)),
    slots: wanted.map(({ slot, cell }) => ({ court: slot.court, minute: slot.minute, name: cell?.court.name ?? '' })),
    phone: '',
    name: '',
    note: '',
  };
}
