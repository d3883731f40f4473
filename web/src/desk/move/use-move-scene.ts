import { useConnection } from '@/lib/online';
import { neededText } from '@/desk/lib/needed-text';
import { useState } from 'react';
import { may, mayWithApproval, type Me } from '@/desk/api/me';
import { isOutcomeUnknown } from '@/desk/api/problem';
import type { BoardModel } from '@/desk/day/board-model';
import { toastWriteFailure } from '@/desk/api/write-failure';
import type { MoveScene } from './move-context';
import { moveTexts } from './texts';
import { useExtend } from './use-extend';
import { useMove } from './use-move';

/** Keeps the state of moving bookings on the board of a venue's day. */
export function useMoveSceneOf({
  me,
  venue,
  day,
  ahead,
  model,
  isPhone,
  address,
  onDay,
  onSlots,
}: {
  me: Me;
  venue: Me['venues'][number];
  day: string;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  model: BoardModel | undefined;
  isPhone: boolean;
  /** The address of the board: reads and changes what is opened. */
  address: {
    search: { open?: string | undefined };
    open: (order: string) => void;
    isFreeFor: (order: string) => boolean;
    opened: () => string;
  };
  onDay: MoveScene['onDay'];
  onSlots: MoveScene['onSlots'];
}): MoveScene {
  const { open } = address.search;
  const connection = useConnection();
  const [extending, setExtending] = useState<string | null>(null);
  const [shortening, setShortening] = useState<{ order: string } | null>(null);
  const courts = model?.rows.map(({ court }) => court) ?? [];
  const move = useMove({ venue: venue.id, day, ahead, courts, address });
  // If another booking was opened, the adding or removing of an hour of the one before ends.
  const [opened, setOpened] = useState(open);
  if (opened !== open) {
    setOpened(open);
    if (extending !== open) setExtending(null);
    if (shortening?.order !== open) setShortening(null);
  }
  function showExtending(order: string | null): void {
    move.stop();
    setExtending(order);
    if (order !== null && order !== open) address.open(order);
  }
  // The panel is not opened over what the clerk does by then.
  const extend = useExtend(ahead, (cause, { order }) => {
    const isFree = move.moving === null && connection === 'open' && address.isFreeFor(order);
    if (isFree) showExtending(order);
    else toastWriteFailure(cause, moveTexts.addFailed);
  });
  return {
    venue: venue.id,
    move,
    extending,
    onExtending: (order) => {
      // A request whose answer was lost is kept until adding an hour to another booking begins: its outcome can be found out.
      const isOther = order !== null && extend.variables?.order !== order;
      if (isOther || !isOutcomeUnknown(extend.error)) extend.reset();
      showExtending(order);
    },
    extend,
    shortening,
    onShorten: (order) => {
      setShortening({ order });
      if (order !== open) address.open(order);
    },
    mayMove: may(me, 'booking.move') && !venue.is_retired,
    mayExtend: may(me, 'booking.extend') && !venue.is_retired,
    mayShorten: may(me, 'booking.cancel'),
    off: connection === 'open' ? null : neededText(connection),
    mayWaive: mayWithApproval(me, 'booking.waive'),
    open,
    model,
    day,
    isPhone,
    onDay,
    onSlots,
  };
}
