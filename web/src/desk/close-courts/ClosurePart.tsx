import { useEffect } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import type { Board } from '@/desk/api/board';
import type { Me } from '@/desk/api/me';
import { pressShortcut } from '@/desk/lib/press-shortcut';
import type { BoardModel } from '@/desk/day/board-model';
import { ClosePart } from './ClosePart';
import { WatchPart } from './WatchPart';

export interface ClosurePartProps {
  me: Me;
  venue: Me['venues'][number];
  day: string;
  /** The server's time in milliseconds. */
  now: number;
  board: Board | undefined;
  model: BoardModel | undefined;
  /** `rain` proposes rain as the cause; `block` asks for another reason. */
  mode: 'rain' | 'block';
  /** The closure that is watched; undefined while courts are chosen. */
  closure: string | undefined;
  isPhone: boolean;
  /** Whether the part is beside the board, not over it. */
  isWide: boolean;
  onClose: () => void;
  onWatch: (closure: string) => void;
}

/** Closes courts beside or over the board, and then shows the answers of their players. */
export function ClosurePart(props: ClosurePartProps) {
  const { mode, closure } = props;
  useKeysOnBoard(closure === undefined);
  if (closure !== undefined) return <WatchPart key={closure} {...props} closure={closure} />;
  return <ClosePart key={mode} {...props} />;
}

/**
 * While courts are chosen, Space on an hour of the board presses the head of its row, which chooses the court, and Enter closes what is
 * chosen.
 */
function useKeysOnBoard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat } = event;
      if (hasModifier(event)) return;
      const cell = target instanceof Element ? target.closest('[role="grid"] [data-at]') : null;
      if (cell === null || (key !== ' ' && key !== 'Enter')) return;
      event.preventDefault();
      if (repeat) return;
      if (key === 'Enter') pressShortcut('Enter');
      else cell.closest('[role="row"]')?.querySelector<HTMLElement>('[role="rowheader"] button')?.click();
    };
    // In the capture phase, before the keys of the board itself.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOn]);
}
