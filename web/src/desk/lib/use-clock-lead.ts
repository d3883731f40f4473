import { useState } from 'react';

/**
 * How far the server's clock is ahead of this device's, in milliseconds: as the newest answer measured it. A board of another day may
 * have been measured before the clock of this device was set: the day that is shown follows the clock, so two measurements
 * would lead from one day to the other and back without end.
 */
export function useClockLead() {
  const [clock, setClock] = useState({ ahead: 0, measurement: -1 });
  return {
    ahead: clock.ahead,
    /** Takes the measurement of a board over, while rendering. */
    take: (kept: { ahead: number; measurement?: number; keptAt?: number } | undefined) => {
      if (kept === undefined) return;
      const { ahead, keptAt } = kept;
      // What an earlier visit measured counts until this one has measured.
      const measurement = keptAt === undefined ? (kept.measurement ?? 0) : 0;
      if (measurement > clock.measurement) setClock({ ahead, measurement });
    },
  };
}
