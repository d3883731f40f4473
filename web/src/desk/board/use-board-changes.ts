import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Board } from '@/desk/api/board';
import type { Cell } from '@/desk/day/board-model';
import { changedCells, contentsOf } from './changes';

/** How long a change is marked, in milliseconds: a little longer than `changed-ring` (board.css) and `changed` (theme.css). */
const RING_MILLISECONDS = 1_700;
/** Shortest time between two announcements, in milliseconds; changes in between are announced together. */
const ANNOUNCEMENT_MILLISECONDS = 5_000;
/** How long the region is empty at least before an announcement, in milliseconds, so that screen readers notice it. */
const EMPTY_MILLISECONDS = 500;

const NO_KEYS: ReadonlySet<string> = new Set();

function isSameDay(one: Board, other: Board): boolean {
  return one.day === other.day && one.venue === other.venue;
}

/**
 * Reports what changes while the board is shown, except the holds of the person who is signed in: `changed` has the
 * keys of the cells to ring once, and `announcement` is for screen readers. Another day or venue is not a change.
 */
export function useBoardChanges(
  board: Board,
  cells: readonly Cell[],
  describe: (changed: readonly Cell[]) => string,
): { changed: ReadonlySet<string>; announcement: string } {
  // With its board, because a free slot has the same key on each day.
  const [marked, setMarked] = useState<{ board: Board; keys: ReadonlySet<string> } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const seen = useRef<{ board: Board; contents: Map<string, string> } | null>(null);
  const waiting = useRef(new Map<string, Cell>());
  const announcedAt = useRef(0);
  const timers = useRef<{ ring?: number; announce?: number | undefined }>({});

  const announce = useEffectEvent(() => {
    timers.current.announce = undefined;
    announcedAt.current = Date.now();
    const changes = [...waiting.current.values()];
    waiting.current.clear();
    if (changes.length > 0) setAnnouncement(describe(changes));
  });
  const compare = useEffectEvent(() => {
    const before = seen.current;
    seen.current = { board, contents: contentsOf(cells) };
    if (before === null || !isSameDay(before.board, board)) {
      waiting.current.clear();
      return;
    }
    const differing = changedCells(before.contents, cells);
    if (differing.length === 0) return;
    // Marks may come a moment later: a key that is pressed meanwhile is not delayed.
    startTransition(() => setMarked({ board, keys: new Set(differing.map(({ key }) => key)) }));
    clearTimeout(timers.current.ring);
    timers.current.ring = window.setTimeout(() => startTransition(() => setMarked(null)), RING_MILLISECONDS);
    for (const cell of differing) waiting.current.set(`${cell.court.id} ${cell.minute}`, cell);
    if (timers.current.announce !== undefined) return;
    // A screen reader says the same sentence again only if the region had another text in between.
    setAnnouncement('');
    const pause = Math.max(EMPTY_MILLISECONDS, announcedAt.current + ANNOUNCEMENT_MILLISECONDS - Date.now());
    timers.current.announce = window.setTimeout(() => announce(), pause);
  });

  useEffect(() => compare(), [board]);
  useEffect(() => {
    const pending = timers.current;
    return () => {
      clearTimeout(pending.ring);
      clearTimeout(pending.announce);
    };
  }, []);

  return { changed: marked !== null && isSameDay(marked.board, board) ? marked.keys : NO_KEYS, announcement };
}
