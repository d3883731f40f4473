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

/**
 * Changes a line of hours by pointer: a drag that begins on closed hours opens the hours it passes, one that begins
 * on open hours closes them, and one that begins at the edge of a span moves that edge. Moving a finger up or down
 * scrolls the page.
 */
export function useDragging(
  axis: { from: number; until: number },
  spans: readonly { from: number; until: number }[],
  onDone: (drag: Drag) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begun = useRef<{ at: number; fixed: number | null; isOpen: boolean } | null>(null);

  function minuteAt(event: PointerEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width)));
    return axis.from + share * (axis.until - axis.from);
  }

  function dragTo(minute: number): Drag | null {
    const start = begun.current;
    if (start === null) return null;
    if (start.fixed !== null) {
      // Moving the edge out of the span opens hours, moving it into the span closes them.
      const edge = Math.round(minute / STEP) * STEP;
      const [from, until] = edge < start.at ? [edge, start.at] : [start.at, edge];
      const isInside = (edge - start.at) * (start.fixed - start.at) > 0;
      return { kind: isInside ? 'close' : 'open', from, until };
    }
    const [low, high] = minute < start.at ? [minute, start.at] : [start.at, minute];
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
      const edge = edges.find(({ at }) => Math.abs(at - minute) <= near);
      const isOpen = spans.some(({ from, until }) => from <= minute && minute < until);
      begun.current = { at: edge?.at ?? minute, fixed: edge?.fixed ?? null, isOpen };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = begun.current;
      if (start === null) return;
      const minute = minuteAt(event);
      // A tap with a small movement changes nothing.
      if (drag !== null || Math.abs(minute - start.at) >= STEP / 2) setDrag(dragTo(minute));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const done = drag === null ? null : dragTo(minuteAt(event));
      end();
      if (done !== null && done.from < done.until) onDone(done);
    },
    onPointerCancel: end,
  };
  return { drag, handlers };
}
