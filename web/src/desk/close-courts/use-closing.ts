import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '@/desk/lib/paths';
import { readClosing, toggledCourt, writeClosing, type Closing } from './closing';

/** The courts and hours that are being chosen, kept in the address. */
export function useClosing(): {
  closing: Closing;
  change: (part: Partial<Closing>) => void;
  toggle: (court: number) => void;
} {
  const { venue } = useParams({ from: '/v/$venue/board' });
  const { close } = useSearch({ from: '/v/$venue/board' });
  const navigate = useNavigate();
  const closing = useMemo(() => readClosing(close), [close]);
  function set(next: (before: Closing) => Closing): void {
    void navigate({
      ...paths.board(Number(venue)),
      // The change starts from the newest address, so that two quick taps both count.
      search: (before) => ({ ...before, close: writeClosing(next(readClosing(before.close))) }),
      replace: true,
      resetScroll: false,
    });
  }
  return {
    closing,
    change: (part) => set((before) => ({ ...before, ...part })),
    toggle: (court) => set((before) => ({ ...before, courts: toggledCourt(before.courts, court) })),
  };
}
