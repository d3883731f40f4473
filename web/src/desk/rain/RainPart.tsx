import { useEffect } from 'react';
import type { Board } from '@/desk/api/board';
import type { Me } from '@/desk/api/me';
import type { BoardModel } from '@/desk/day/board-model';
import { ClosePart } from './ClosePart';
import { WatchPart } from './WatchPart';

export interface RainPartProps {
  me: Me;
  venue: Me['venues'][number];
  day: string;
  /** The server's time in milliseconds. */
  now: number;
  board: Board | undefined;
  model: BoardModel | undefined;
  /** `rain` proposes rain and its kinds of courts; `block` is for any other reason. */
  mode: 'rain' | 'block';
  /** The closure that is watched; undefined while courts are chosen. */
  closure: string | undefined;
  isPhone: boolean;
  /** Whether it stands beside the board, not over it. */
  isWide: boolean;
  onClose: () => void;
  onWatch: (closure: string) => void;
}

/** The rain desk beside the board or over it: courts are chosen and closed, and then what their players chose. */
export function RainPart(props: RainPartProps) {
  const { mode, closure } = props;
  useSpaceOnBoard(closure === undefined);
  if (closure !== undefined) return <WatchPart key={closure} {...props} closure={closure} />;
  return <ClosePart key={mode} {...props} />;
}

/** While courts are chosen, Space on an hour of the board chooses the court of its row. */
function useSpaceOnBoard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== ' ' || !(target instanceof Element) || target.getAttribute('role') !== 'gridcell') return;
      event.preventDefault();
      target.closest('[role="row"]')?.querySelector<HTMLElement>('[role="rowheader"] button')?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
