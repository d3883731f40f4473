import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { X } from 'lucide-react';
import { hasModifier } from '@/lib/has-modifier';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import type { BoardBooking } from '@/desk/api/board';
import type { BoardModel, BookingCell, Cell } from '@/desk/day/board-model';
import { KeyHint } from '@/desk/booking/KeyHint';
import { areSingleKeysOn } from '@/desk/lib/single-keys';
import { useMoveScene, type MoveScene } from './move-context';
import { cellWithKey, isMovable, movingOf, targetOf, type Moving } from './move-target';
import { canChangeLength, edgeOf, edgeTarget, type Edge } from './edge';
import { edgeText, fromText, ghostText, spokenTarget } from './move-text';
import { moveTexts } from './texts';
import { useDrag } from './use-drag';

/**
 * Wraps the grid: bookings can be dragged to free hours, or by their right edge made longer or shorter, and while one is moved each
 * cell is a place for it.
 */
export function MoveSurface({ children }: { children: ReactNode }) {
  const scene = useMoveScene();
  if (scene?.model === undefined || !(scene.mayMove || scene.mayExtend)) return children;
  return (
    <Surface scene={scene} model={scene.model}>
      {children}
    </Surface>
  );
}

interface Over {
  moving: Moving;
  cell: Cell;
  x: number;
  y: number;
}

function Surface({ scene, model, children }: { scene: MoveScene; model: BoardModel; children: ReactNode }) {
  const { move, day } = scene;
  const { moving } = move;
  const root = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<Over | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const [edge, setEdge] = useState<{ text: string; x: number; y: number } | null>(null);

  // A booking that is moved without dragging gets the focus, so that the arrow keys go on from it.
  const started = isDragging ? undefined : moving?.order;
  useEffect(() => {
    if (started === undefined) return;
    root.current?.querySelector<HTMLElement>(`[data-orders~="${started}"]`)?.focus();
  }, [started]);

  function showTarget(element: Element | null, one: Moving | null) {
    const found = element === null ? null : cellAround(element);
    const cell = cellWithKey(model, found?.dataset['at']);
    if (one === null || found === null || cell === undefined) setOver(null);
    else {
      const { left, top } = found.getBoundingClientRect();
      setOver({ moving: one, cell, x: left, y: top });
    }
  }

  function drop(one: Moving, element: Element | null) {
    const cell = cellWithKey(model, element === null ? undefined : cellAround(element)?.dataset['at']);
    if (cell === undefined) return;
    const { obstacle } = targetOf(cell, day, one);
    if (obstacle === 'same') {
      // A dragged booking that is put back changes nothing: the open question of a move keeps what was typed.
      if (moving !== null) move.stop();
      return;
    }
    if (obstacle !== null) toast.info(moveTexts[obstacle]);
    else move.drop(one, { court: cell.court.id, day, minute: cell.minute });
  }

  const onPointerDown = useDrag<Moving | Edge>({
    pick: (element, x) => {
      if (moving !== null || scene.off !== null) return null;
      const edge = scene.mayExtend ? pickedEdge(model, element) : null;
      if (edge !== null) return move.isPending ? null : edge;
      return scene.mayMove ? pickedBooking(model, day, element, { x }) : null;
    },
    onOver: (one, element) => {
      setIsDragging(true);
      if ('last' in one) showEdgeTarget(element, one);
      else showTarget(element, one);
    },
    onDrop: (one, element) => {
      if ('last' in one) dropEdge(one, element);
      else drop(one, element);
    },
    onEnd: () => {
      setIsDragging(false);
      setOver(null);
      setEdge(null);
    },
  });

  function showEdgeTarget(element: Element | null, one: Edge) {
    const found = element === null ? null : cellAround(element);
    const cell = cellWithKey(model, found?.dataset['at']);
    if (found === null || cell === undefined) {
      setEdge(null);
      return;
    }
    const { left, top } = found.getBoundingClientRect();
    const to = edgeTarget(one, cell.column);
    setEdge({ text: to.kind === 'shorter' && !scene.mayShorten ? '' : edgeText(to), x: left, y: top });
  }
  function dropEdge({ cell, last, next }: Edge, element: Element | null) {
    const over = cellWithKey(model, element === null ? undefined : cellAround(element)?.dataset['at']);
    if (over === undefined) return;
    const to = edgeTarget({ cell, last, next }, over.column);
    if (to.kind === 'obstacle') toast.info(moveTexts[to.why]);
    if (to.kind === 'shorter' && scene.mayShorten) scene.onShorten(last.order);
    if (to.kind !== 'longer') return;
    // Another hour is still being added, and only one is at a time.
    if (scene.extend.isPending) {
      toast.info(moveTexts.addBusy);
      return;
    }
    const { order, version, name } = last;
    const { venue, day } = scene;
    scene.extend.mutate({ order, venue, version, name, day, minute: to.minute, total_paise: to.price_paise });
  }

  function choose(event: SyntheticEvent) {
    if (moving === null || !(event.target instanceof Element) || cellAround(event.target) === null) return;
    event.preventDefault();
    event.stopPropagation();
    drop(moving, event.target);
  }
  /** Handles `M` and `E` on the booking of the board that has the focus. */
  function begin(event: KeyboardEvent) {
    const key = event.shiftKey || event.repeat || !areSingleKeysOn() ? '' : event.key.toLowerCase();
    if (!(event.target instanceof Element) || (key !== 'm' && key !== 'e') || move.isPending) return;
    const one = pickedBooking(model, day, event.target, { open: scene.open });
    if (one === null || (key === 'e' ? !scene.mayExtend : !scene.mayMove)) return;
    event.preventDefault();
    event.stopPropagation();
    if (scene.off !== null) toast.info(scene.off);
    else if (key === 'm') move.start(one);
    else scene.onExtending(one.order);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (hasModifier(event)) return;
    if (moving === null) begin(event);
    else if (event.key === 'Enter' || event.key === ' ') choose(event);
    else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      move.stop();
    }
  }

  const shown = moving === null && !isDragging ? null : over;
  const target = shown === null ? null : targetOf(shown.cell, day, shown.moving);
  return (
    <div
      ref={root}
      data-dragging={isDragging || undefined}
      className="contents"
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (moving !== null && event.target instanceof Element) showTarget(event.target, moving);
      }}
      onFocus={(event) => showTarget(event.target, moving)}
      onClickCapture={choose}
      onKeyDownCapture={onKeyDown}
    >
      {moving !== null && <Strip moving={moving} day={day} onStop={move.stop} />}
      <p role="status" className="sr-only">
        {shown !== null && target !== null && spokenTarget(shown.cell, target)}
        {edge?.text}
      </p>
      {children}
      {shown !== null && target !== null && (
        <p
          aria-hidden="true"
          data-ghost=""
          className={`pointer-events-none fixed z-50 -translate-y-full rounded-md px-2.5 py-1 text-small font-bold shadow-pass ${
            target.obstacle === null ? 'bg-ball text-ball-ink' : 'bg-solid text-on-solid'
          }`}
          style={{ left: shown.x, top: shown.y }}
        >
          {ghostText(shown.cell, target)}
        </p>
      )}
      {edge !== null && edge.text !== '' && (
        <p
          aria-hidden="true"
          data-ghost=""
          className="pointer-events-none fixed z-50 -translate-y-full rounded-md bg-ball px-2.5 py-1 text-small font-bold text-ball-ink shadow-pass"
          style={{ left: edge.x, top: edge.y }}
        >
          {edge.text}
        </p>
      )}
    </div>
  );
}

/** The bar whose right edge an element is; null if it is none, or the length cannot be changed. */
function pickedEdge(model: BoardModel, element: Element): Edge | null {
  if (element.closest('[data-edge]') === null) return null;
  const cell = cellWithKey(model, cellAround(element)?.dataset['at']);
  return cell !== undefined && canChangeLength(cell) ? edgeOf(model, cell) : null;
}

/** The element of the cell that an element belongs to. */
function cellAround(element: Element): HTMLElement | null {
  const cell = element.closest('[role="gridcell"]');
  if (!(cell instanceof HTMLElement)) return null;
  return 'at' in cell.dataset ? cell : cell.querySelector<HTMLElement>('[data-at]');
}

/**
 * The booking of a cell: of several in one bar, the opened one, else the one at `x` pixels of the window, else the first that can
 * be moved. Null if it cannot be moved.
 */
function pickedBooking(
  model: BoardModel,
  day: string,
  element: Element,
  { x, open }: { x?: number; open?: string | undefined },
): Moving | null {
  const found = cellAround(element);
  const cell = cellWithKey(model, found?.dataset['at']);
  if (found === null || cell?.kind !== 'booking') return null;
  const booking =
    cell.bookings.find(({ order }) => order === open) ??
    (x === undefined ? cell.bookings.find((one) => isMovable(one, model)) : bookingAt(cell, found, x));
  return booking !== undefined && isMovable(booking, model) ? movingOf(booking, cell.court, day) : null;
}

/** The booking of a bar at `x` pixels of the window; `element` shows the bar. */
function bookingAt({ bookings }: BookingCell, element: HTMLElement, x: number): BoardBooking {
  const { left, width } = element.getBoundingClientRect();
  const part = width === 0 ? 0 : Math.floor(((x - left) / width) * bookings.length);
  return bookings[Math.min(Math.max(part, 0), bookings.length - 1)] ?? bookings[0];
}

/** Says which booking is being moved, with a button that stops it. */
function Strip({ moving, day, onStop }: { moving: Moving; day: string; onStop: () => void }) {
  return (
    <div className="mb-2 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-1.5">
      <p role="status" className="min-w-0 flex-1 text-small">
        <strong className="block">{moveTexts.moving(moving.name, fromText(moving, day))}</strong>
        <span className="text-quiet">{moveTexts.how}</span>
      </p>
      <Button
        variant="outline"
        size="sm"
        aria-keyshortcuts="Escape"
        icon={<X aria-hidden="true" className="size-4.5" />}
        onClick={onStop}
      >
        {moveTexts.stop}
        <KeyHint>{'Esc'}</KeyHint>
      </Button>
    </div>
  );
}
