import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { areaOf, type Area, type Place } from './week';

/** A finger that stays this many milliseconds paints instead of scrolling. */
const LONG_PRESS_MILLISECONDS = 300;
/** A finger that moves more than this many pixels before that scrolls. */
const SLACK_PIXELS = 10;

/**
 * Painting by pointer: a mouse or a pen paints as it drags. A finger scrolls the page unless it stayed for a moment;
 * a tap paints one hour. `onPaint` gets the area and the hour at which the drag ended.
 */
export function usePainting(table: RefObject<HTMLElement | null>, onPaint: (area: Area, end: Place) => void) {
  const [area, setArea] = useState<Area | null>(null);
  const drag = useRef<{
    pointerId: number;
    from: Place;
    to: Place;
    x: number;
    y: number;
    isOn: boolean;
    timer: number;
  } | null>(null);

  useEffect(() => {
    // A scroll that has begun cannot be stopped, so the default action of each move is prevented while a finger
    // paints.
    const element = table.current;
    const preventScroll = (event: TouchEvent) => {
      if (drag.current?.isOn === true && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', preventScroll, { passive: false });
    return () => element?.removeEventListener('touchmove', preventScroll);
  }, [table]);

  function end() {
    window.clearTimeout(drag.current?.timer);
    drag.current = null;
    setArea(null);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const from = placeAt(event.clientX, event.clientY);
      if (from === null || event.button !== 0 || !event.isPrimary) return;
      const isTouch = event.pointerType === 'touch';
      // With pointer capture the grid also gets the end of a drag outside of it.
      if (!isTouch) event.currentTarget.setPointerCapture(event.pointerId);
      const begin = () => {
        if (drag.current === null) return;
        drag.current.isOn = true;
        setArea(areaOf(from, drag.current.to));
      };
      const timer = isTouch ? window.setTimeout(begin, LONG_PRESS_MILLISECONDS) : 0;
      const { pointerId, clientX: x, clientY: y } = event;
      drag.current = { pointerId, from, to: from, x, y, isOn: !isTouch, timer };
      if (!isTouch) setArea(areaOf(from, from));
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.current;
      if (now?.pointerId !== event.pointerId) return;
      const moved = Math.hypot(event.clientX - now.x, event.clientY - now.y);
      if (!now.isOn) {
        if (moved > SLACK_PIXELS) end();
        return;
      }
      const to = placeAt(event.clientX, event.clientY);
      if (to === null || (to.weekday === now.to.weekday && to.column === now.to.column)) return;
      now.to = to;
      setArea(areaOf(now.from, to));
    },
    onPointerUp(event: PointerEvent) {
      const now = drag.current;
      if (now?.pointerId !== event.pointerId) return;
      end();
      onPaint(areaOf(now.from, now.to), now.to);
    },
    onPointerCancel(event: PointerEvent) {
      if (drag.current?.pointerId === event.pointerId) end();
    },
  };
  return { area, handlers };
}

/** The hour at a point of the window; null if there is none. */
function placeAt(x: number, y: number): Place | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]');
  const [weekday, column] = (cell?.dataset['place'] ?? '').split('-');
  return column === undefined ? null : { weekday: Number(weekday), column: Number(column) };
}
