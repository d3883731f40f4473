import { useEffect, useRef, type PointerEvent } from 'react';

/** How far a mouse moves before it drags, and how far a finger may move during a long press, in pixels. */
const SLACK = 6;
/** How long a finger is pressed before it drags, in milliseconds. */
const LONG_PRESS_MILLISECONDS = 350;

interface Press {
  x: number;
  y: number;
  timer: number;
  isDragging: boolean;
  end: () => void;
}

export interface DragHandlers<Thing> {
  /** Returns the thing that a press on this element drags; null if there is none. */
  pick: (element: Element, x: number) => Thing | null;
  /** Called when the drag begins and whenever the pointer moves, with the element under it. */
  onOver: (thing: Thing, element: Element | null) => void;
  onDrop: (thing: Thing, element: Element | null) => void;
  /** Called when the drag ends: before `onDrop`, or alone if nothing is dropped. */
  onEnd: () => void;
}

/**
 * Drags things by pointer: with a mouse at once, with a finger after a long press. Escape ends a drag. The click that a
 * browser sends after a drag is ignored. Returns the handler for `onPointerDown`.
 */
export function useDrag<Thing>(handlers: DragHandlers<Thing>): (event: PointerEvent) => void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const press = useRef<Press | null>(null);
  useEffect(() => () => press.current?.end(), []);

  return (event) => {
    if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
    const thing = latest.current.pick(event.target, event.clientX);
    if (thing === null) return;
    press.current?.end();
    const { pointerId, pointerType } = event;
    const own: Press = {
      x: event.clientX,
      y: event.clientY,
      timer: 0,
      isDragging: false,
      end: () => undefined,
    };
    press.current = own;
    const ends = new AbortController();
    const { signal } = ends;
    const under = (x: number, y: number) => document.elementFromPoint(x, y);

    function begin(x: number, y: number) {
      own.isDragging = true;
      latest.current.onOver(thing as Thing, under(x, y));
    }
    own.end = () => {
      window.clearTimeout(own.timer);
      ends.abort();
      if (press.current === own) press.current = null;
      if (own.isDragging) latest.current.onEnd();
      own.isDragging = false;
    };
    if (pointerType !== 'mouse') own.timer = window.setTimeout(() => begin(own.x, own.y), LONG_PRESS_MILLISECONDS);

    const onMove = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const isFar = Math.hypot(moved.clientX - own.x, moved.clientY - own.y) > SLACK;
      if (own.isDragging) latest.current.onOver(thing, under(moved.clientX, moved.clientY));
      else if (isFar && pointerType === 'mouse') begin(moved.clientX, moved.clientY);
      // A finger that moves before the long press has ended scrolls.
      else if (isFar) own.end();
    };
    const onUp = (up: globalThis.PointerEvent) => {
      if (up.pointerId !== pointerId) return;
      const wasDragging = own.isDragging;
      own.end();
      if (!wasDragging) return;
      swallowClick();
      latest.current.onDrop(thing, under(up.clientX, up.clientY));
    };
    const onCancel = (cancelled: globalThis.PointerEvent) => {
      if (cancelled.pointerId === pointerId) own.end();
    };
    const onKeyDown = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !own.isDragging) return;
      key.preventDefault();
      key.stopPropagation();
      own.end();
      swallowClickOfRelease(pointerId);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', onCancel, { signal });
    window.addEventListener('keydown', onKeyDown, { signal, capture: true });
    // While it drags, the finger does not scroll and opens no menu.
    const prevent = (one: Event) => {
      if (own.isDragging) one.preventDefault();
    };
    window.addEventListener('touchmove', prevent, { signal, passive: false });
    window.addEventListener('contextmenu', prevent, { signal });
  };
}

/** Stops the click that the release of a pointer will send whose drag has ended before, as by Escape. */
function swallowClickOfRelease(pointerId: number): void {
  const ends = new AbortController();
  const onPointer = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    ends.abort();
    if (event.type === 'pointerup') swallowClick();
  };
  // If the browser did not report the release, the next press begins a click that counts.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    window.addEventListener(type, onPointer, { signal: ends.signal, capture: true });
}

/** Stops the next click, which is the end of a drag and must not press a button; a browser may send none. */
function swallowClick(): void {
  const ends = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    ends.abort();
  };
  window.addEventListener('click', swallow, { signal: ends.signal, capture: true });
  window.setTimeout(() => ends.abort(), 0);
}
