import { useState } from 'react';

/** How far two measurements of the same clock may differ, in milliseconds: an answer takes longer at one time than at another. */
const SAME_CLOCK_MILLISECONDS = 500;

/**
 * How far the server's clock is ahead of this device's, in milliseconds, by the newest measurement. The board of another
 * day may have been measured before the clock of this device was set. The day that is shown follows the clock, so with
 * two measurements the screen would go from one day to the other and back without end. `known` counts until there is a
 * board. A measurement that differs by less than half a second from the one of this visit that counts changes nothing, because
 * everything that shows a time would be rendered again with every answer.
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
      if (measurement <= clock.measurement) return;
      const isSame = clock.measurement > 0 && Math.abs(ahead - clock.ahead) < SAME_CLOCK_MILLISECONDS;
      setClock({ ahead: isSame ? clock.ahead : ahead, measurement });
    },
  };
}
