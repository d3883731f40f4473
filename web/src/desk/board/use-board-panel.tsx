import { useEffect, useState } from 'react';
import { retryUntilLoaded } from '@/lib/lazy-part';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { BookingSheet } from './BookingSheet';
import type { BoardPanel } from './BoardPanel';
import { boardTexts } from './texts';

let loaded: typeof BoardPanel | null = null;

/**
 * The panel, whose code is half of the board's: it is loaded once the board is drawn, and not before. Null until then.
 */
export function useBoardPanel(): typeof BoardPanel | null {
  const [panel, setPanel] = useState<{ Panel: typeof BoardPanel } | null>(loaded && { Panel: loaded });
  useEffect(() => {
    if (panel !== null) return;
    void retryUntilLoaded(() => import('./BoardPanel')).then((module) => {
      loaded = module.BoardPanel;
      setPanel({ Panel: loaded });
    });
  }, [panel]);
  return panel?.Panel ?? null;
}

/** Takes the place of a panel whose code is being loaded. */
export function PanelLoading({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  return (
    <BookingSheet label={boardTexts.loading} isBeside={isBeside} onClose={onClose}>
      <Loading label={boardTexts.loading}>
        <div className="grid gap-3 p-5">
          {Array.from({ length: 5 }, (_, line) => (
            <Skeleton key={line} className="h-11 w-full" />
          ))}
        </div>
      </Loading>
    </BookingSheet>
  );
}
