import { useMemo, type RefObject } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dayForScreenReaders } from '@/lib/dates';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Board } from '@/desk/api/board';
import { MoveSurface } from '@/desk/move/MoveSurface';
import { BoardGrid, type BoardGridProps } from './BoardGrid';
import { useSingleKeys } from '@/desk/lib/single-keys';
import type { BoardModel } from '@/desk/day/board-model';
import { spokenCell } from '@/desk/day/cell-text';
import type { SlotChoice } from './slot-choice';
import { HourList } from './HourList';
import { KeyHints } from './KeyHints';
import { boardTexts } from './texts';
import { useBoardChanges } from './use-board-changes';
import type { BoardScroll } from './use-board-scroll';

/** The most changes that are announced one by one; if there are more, their number is announced. */
const MOST_ANNOUNCED = 3;

/** Takes the place of the board while it is loading, or if it did not load. */
export function MissingBoard({
  failure,
  isBusy,
  onRetry,
}: {
  failure: Error | null;
  isBusy: boolean;
  onRetry: () => void;
}) {
  if (failure !== null) {
    return (
      <LoadFailure
        title={boardTexts.failedTitle}
        message={failureMessage(failure)}
        retryLabel={boardTexts.retry}
        isBusy={isBusy}
        onRetry={onRetry}
      />
    );
  }
  return (
    <Loading label={boardTexts.loading}>
      <div className="grid gap-1.5 pb-4">
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </Loading>
  );
}

/** Shows the courts and hours of a board as a grid, or on phones as a list, and announces what changed. */
export function LoadedBoard({
  board,
  model,
  firstColumn,
  now,
  ahead,
  zone,
  isPhone,
  open,
  choice,
  canWalkIn,
  scroll,
  heading,
  closureMode,
  onOpen,
  onClosure,
}: {
  board: Board;
  model: BoardModel;
  /** The column that the grid is scrolled to at first. */
  firstColumn: number;
  now: number;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  zone: string;
  isPhone: boolean;
  open: string | undefined;
  choice: SlotChoice | null;
  canWalkIn: boolean;
  scroll: BoardScroll;
  heading: RefObject<HTMLElement | null>;
  closureMode: BoardGridProps['closureMode'];
  onOpen: (order: string) => void;
  onClosure: (closure: string) => void;
}) {
  const hasSingleKeys = useSingleKeys();
  const cells = useMemo(() => model.rows.flatMap((row) => row.cells), [model]);
  const { changed, announcement } = useBoardChanges(board, cells, (differing) =>
    differing.length > MOST_ANNOUNCED
      ? boardTexts.changedMany(differing.length)
      : differing.map((cell) => boardTexts.changedOne(spokenCell(cell, { now, zone, selected: false }))).join(' '),
  );
  const day = dayForScreenReaders(board.day);
  if (model.rows.length === 0) return <EmptyState text={boardTexts.noCourts} />;
  if (model.columns.length === 0) return <EmptyState text={boardTexts.noHours(day)} />;
  const letters = [
    ['[ ]', boardTexts.keys.days],
    ['.', boardTexts.keys.now],
    ...(canWalkIn ? [['W', boardTexts.keys.walkIn] as const] : []),
  ] as const;
  const shared = { model, now, ahead, zone, open, choice, changed, onOpen, onClosure };
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {!model.hasBookings && (
        <div className="pb-2.5">
          <Notice tight>
            {model.forSale > 0 ? boardTexts.noBookings(day, model.forSale) : boardTexts.noneThen(day)}
          </Notice>
        </div>
      )}
      {isPhone ? (
        <HourList {...shared} />
      ) : (
        <>
          <MoveSurface>
            <BoardGrid
              {...shared}
              firstColumn={firstColumn}
              label={boardTexts.grid(day)}
              scroller={scroll.scroller}
              onScroll={scroll.onScroll}
              closureMode={closureMode}
              onEnter={() => heading.current?.focus()}
            />
          </MoveSurface>
          <div className="flex min-h-10 shrink-0 items-center text-[.78125rem] text-quiet max-lg:min-h-2.5 [@media(height<49rem)]:min-h-2.5 [@media(height<49rem)]:*:hidden">
            <KeyHints
              keys={[
                ['↵', boardTexts.keys.open],
                ...(hasSingleKeys ? letters : []),
                ...(choice !== null && choice.slots.length > 0 ? [['Space', boardTexts.keys.add] as const] : []),
                ...(hasSingleKeys ? [['?', boardTexts.keys.all] as const] : []),
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}
