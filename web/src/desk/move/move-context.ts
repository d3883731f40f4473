import { createContext, useContext } from 'react';
import type { BoardModel } from '@/desk/day/board-model';
import type { Slot } from '@/desk/lib/slots';
import type { useExtend } from './use-extend';
import type { MoveControl } from './use-move';

/** The state that the board and the panel beside it share while a booking is moved or made longer. */
export interface MoveScene {
  venue: number;
  move: MoveControl;
  /** The order in whose panel an hour is being added; null if there is none. Dragging an edge does not set it. */
  extending: string | null;
  /** Begins to add an hour to a booking, in its panel; null ends that. */
  onExtending: (order: string | null) => void;
  /** Adds the next hour for the price that was shown. */
  extend: ReturnType<typeof useExtend>;
  /** The order that is opened to be cancelled, because a booking is to be an hour shorter. */
  shortening: { order: string } | null;
  /** Opens the last hour of a booking with the part that cancels it. */
  onShorten: (order: string) => void;
  mayMove: boolean;
  mayExtend: boolean;
  /** Whether the last hour can be given up, which cancels it. */
  mayShorten: boolean;
  /** Why no booking can be moved or made longer now; null while that is possible. */
  off: string | null;
  /** Whether the earlier price can be kept if it is lower. */
  mayWaive: boolean;
  /** The order number of the opened booking. */
  open: string | undefined;
  model: BoardModel | undefined;
  /** The day that the board shows. */
  day: string;
  isPhone: boolean;
  /** Shows the day that `to` returns for that of the newest address, which may not be rendered yet. */
  onDay: (to: (newest: string) => string) => void;
  /** Begins a booking of other hours of a day, which need not be the shown one. */
  onSlots: (hours: readonly Slot[], day: string) => void;
}

/** The state of moving on the shown board; null on screens where no booking can be moved. */
export const MoveContext = createContext<MoveScene | null>(null);

export function useMoveScene(): MoveScene | null {
  return useContext(MoveContext);
}
