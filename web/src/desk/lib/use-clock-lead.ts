import { useState } from 'react';

/**
 * How far the server's clock is ahead of this device's, in milliseconds, by the newest measurement. The board of another
 * day may have been measured before the clock of this device was set. The day that is shown follows the clock, so with
 * two measurements the screen would go from one day to the other and back without end. `known` counts until there is a
 * board.
 */
export function useClockLead(known = 0) {
  const [clock, setClock] = useState({ ahead: known, measurement: -1 });
  return {
    ahead: clock.ahead,
    /** Takes over the measurement of a board; called while rendering. */
    take: (kept: { ahead: number; measurement?: number; keptAt?: number } | undefined) => {
      if (kept === undefined) return;
      const { ahead, keptAt } = kept;
      // The measurement of an earlier visit counts until this visit has one.
      const measurement = keptAt === undefined ? (kept.measurement ?? 0) : 0;
      if (measurement > clock.measurement) setClock({ ahead, measurement });
    },
  };
}
