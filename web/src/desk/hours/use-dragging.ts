import { useRef, useState, type PointerEvent } from 'react';
import { STEP } from './spans';

/** A drag that begins at most this many pixels from the edge of a span moves that edge. */
const EDGE_PIXELS = 12;

/** What a drag does: it opens or closes the minutes of the day from `from` to `until`. */
export interface Drag {
  kind: 'open' | 'close';
  from: number;
  until: number;
}

/** Where a drag began, in minutes of the day. */
interface Begun {
  pointerId: number;
  pressed: number;
  /** The edge that the drag moves and the other edge of its span; null if no edge is near. */
  edge: { at: number; fixed: number } | null;
  isOpen: boolean;
  /** The pointer has left the place of the press. Kept here, because the end of a quick drag can come before the next render. */
  hasMoved: boolean;
}

/**
 * Changes a line of hours by pointer: a drag that begins on closed hours opens the hours it passes, one that begins
 * on open hours closes them, and one that begins near the edge of a span moves that edge by as much as the pointer moves.
 * A second finger neither moves nor ends a drag.
 */
export function useDragging(
  axis: { from: number; until: number },
  spans: readonly { from: number; until: number }[],
  onDone: (drag: Drag) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begun = useRef<Begun | null>(null);

  /** The minute under the pointer; outside the axis if the pointer has left the line. */
  function minuteAt(event: PointerEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return axis.from + ((event.clientX - left) / Math.max(1, width)) * (axis.until - axis.from);
  }

  const onAxis = (minute: number) => Math.max(axis.from, Math.min(axis.until, minute));

  function dragTo(minute: number): Drag | null {
    const start = begun.current;
    if (start === null) return null;
    const { pressed, edge } = start;
    if (edge !== null) {
      const { at, fixed } = edge;
      // Moving the edge out of the span opens hours, moving it into the span closes them.
      const moved = onAxis(Math.round((at + minute - pressed) / STEP) * STEP);
      const [from, until] = moved < at ? [moved, at] : [at, moved];
      const isInside = (moved - at) * (fixed - at) > 0;
      return { kind: isInside ? 'close' : 'open', from, until };
    }
    const now = onAxis(minute);
    const [low, high] = now < pressed ? [now, pressed] : [pressed, now];
    return {
      kind: start.isOpen ? 'close' : 'open',
      from: Math.floor(low / STEP) * STEP,
      until: Math.ceil(high / STEP) * STEP,
    };
  }

  function end() {
    begun.current = null;
    setDrag(null);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary) return;
      const minute = minuteAt(event);
      const near = (EDGE_PIXELS * (axis.until - axis.from)) / Math.max(1, event.currentTarget.clientWidth);
      const edges = spans.flatMap(({ from, until }) => [
        { at: from, fixed: until },
        { at: until, fixed: from },
      ]);
      const [nearest] = edges.toSorted((one, other) => Math.abs(one.at - minute) - Math.abs(other.at - minute));
      const edge = nearest !== undefined && Math.abs(nearest.at - minute) <= near ? nearest : null;
      const isOpen = spans.some(({ from, until }) => from <= minute && minute < until);
      begun.current = { pointerId: event.pointerId, pressed: minute, edge, isOpen, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = begun.current;
      if (start?.pointerId !== event.pointerId) return;
      const minute = minuteAt(event);
      // A tap with a small movement changes nothing.
      start.hasMoved ||= Math.abs(minute - start.pressed) >= STEP / 2;
      if (start.hasMoved) setDrag(dragTo(minute));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const start = begun.current;
      if (start?.pointerId !== event.pointerId) return;
      const done = start.hasMoved ? dragTo(minuteAt(event)) : null;
      end();
      if (done !== null && done.from < done.until) onDone(done);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      if (begun.current?.pointerId === event.pointerId) end();
    },
  };
  return { drag, handlers };
}
