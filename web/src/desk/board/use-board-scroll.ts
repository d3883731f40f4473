import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { scrollBehavior } from '@/lib/scroll-behavior';
import { createStore, type Store } from '@/lib/store';
import type { BoardModel } from '@/desk/day/board-model';
import type { View } from './DayRail';

/** Milliseconds without scrolling after which the hour in view is stored in the address. */
const SETTLED_MILLISECONDS = 250;

export interface BoardScroll {
  scroller: RefObject<HTMLDivElement | null>;
  /** Changes while the person scrolls, so only what shows it subscribes to it. */
  view: Store<View>;
  onScroll: () => void;
  /** Brings a column to the left edge. */
  show: (from: number, smooth: boolean) => void;
}

/** The widths of an hour and of the heads of the courts in the grid, in pixels. */
function widthsOf(grid: HTMLElement): { hour: number; head: number } {
  const [head, first] = grid.querySelectorAll<HTMLElement>('[role="columnheader"]');
  return { hour: first?.offsetWidth || 1, head: head?.offsetWidth ?? 0 };
}

/**
 * The hours of the grid that are in view. Each `scope` (a venue's day) begins at `start`, the first column to show; later
 * answers never scroll. Another width keeps the first hour, or goes back to `start` while the person has chosen none.
 * If `isGrid` is false the hours are in a list, and the grid that comes after it begins at `start` again. `onSettle` gets
 * the first column once scrolling has ended, and the last one that can be first.
 */
export function useBoardScroll(
  model: BoardModel | undefined,
  scope: string,
  { start, isStandard, isGrid }: { start: number; isStandard: boolean; isGrid: boolean },
  onSettle: (column: number, most: number) => void,
): BoardScroll {
  const scroller = useRef<HTMLDivElement>(null);
  // Six hours until the grid is measured.
  const [view] = useState(() => createStore<View>({ from: start, count: 6 }));
  const placed = useRef<string | null>(null);
  const first = useRef(0);
  const timer = useRef(0);
  const latest = useRef(onSettle);
  useEffect(() => {
    latest.current = onSettle;
  });
  const isShown = isGrid && model !== undefined && model.columns.length > 0;

  function measure(): void {
    const grid = scroller.current;
    if (grid === null) return;
    const { hour, head } = widthsOf(grid);
    first.current = grid.scrollLeft / hour;
    const count = (grid.clientWidth - head) / hour;
    view.set((now) => (now.from === first.current && now.count === count ? now : { from: first.current, count }));
  }

  function show(from: number, smooth: boolean): void {
    const grid = scroller.current;
    if (grid === null) return;
    grid.scrollTo({ left: from * widthsOf(grid).hour, behavior: smooth ? scrollBehavior() : 'instant' });
  }

  function onScroll(): void {
    measure();
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const grid = scroller.current;
      if (grid === null) return;
      const most = (grid.scrollWidth - grid.clientWidth) / widthsOf(grid).hour;
      latest.current(Math.round(first.current), Math.round(most));
    }, SETTLED_MILLISECONDS);
  }

  const place = useEffectEvent(() => {
    if (placed.current === scope) return;
    placed.current = scope;
    show(start, false);
    measure();
  });
  useLayoutEffect(() => {
    if (isShown) place();
    else placed.current = null;
  }, [isShown, scope]);

  // In a grid of another width the hours have another width, so it scrolls to keep the same hour first.
  const keepPlace = useEffectEvent(() => {
    show(isStandard ? start : first.current, false);
    // The cell of the opened booking must not be behind the panel that made the grid narrower.
    const opened = scroller.current?.querySelector('[aria-selected="true"]');
    opened?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    measure();
  });
  useEffect(() => {
    const grid = scroller.current;
    if (!isShown || grid === null || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(() => keepPlace());
    watch.observe(grid);
    return () => watch.disconnect();
  }, [isShown, scope]);
  // Scrolling that ends after the day was changed does not count for the new day.
  useEffect(() => {
    const pending = timer;
    return () => clearTimeout(pending.current);
  }, [scope]);

  return { scroller, view, onScroll, show };
}
