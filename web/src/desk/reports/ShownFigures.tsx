import type { ReactNode } from 'react';

/** Figures of a report; faint while those of other days stand in until the chosen ones come. */
export function ShownFigures({ isOfOtherDays, children }: { isOfOtherDays: boolean; children: ReactNode }) {
  return (
    <div className={isOfOtherDays ? 'opacity-60' : ''} aria-busy={isOfOtherDays}>
      {children}
    </div>
  );
}
