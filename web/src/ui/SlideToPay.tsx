import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Check, ChevronsRight } from 'lucide-react';
import { uiTexts } from './texts';

/** Distance from the track's ends, in pixels (spec §9). */
const MARGIN = 10;
/** Part of the travel that counts as complete (spec §9). */
const THRESHOLD = 0.8;

export interface SlideToPayProps {
  label?: string;
  onComplete: () => void;
  disabled?: boolean;
  /** The effect of Enter and Space, for screen readers. */
  hint?: string;
}

/**
 * Whether a press was made by a screen reader, which presses the button as a whole: iOS reports it without a size,
 * Android as a mouse without pressure.
 */
function isScreenReaderPress({ width, height, pressure, pointerType }: PointerEvent): boolean {
  const isAndroid = navigator.userAgent.includes('Android');
  return isAndroid ? pointerType === 'mouse' && pressure === 0 : width === 0 && height === 0;
}

/**
 * A handle dragged along its track (spec §2). A tap does nothing; Enter and Space complete it, and so does the click of
 * a screen reader or of voice control. It calls back once: give it a new `key` to use it again.
 */
export function SlideToPay({ label = uiTexts.slideToPay, onComplete, disabled = false, hint }: SlideToPayProps) {
  const id = useId();
  const [x, setX] = useState(0);
  const [dragging, setDragging] = useState(false);
  const [done, setDone] = useState(false);
  // Where the drag began, and the finger or mouse that drags: another finger must not take, move or release the handle.
  const start = useRef<{ pointer: number; x: number } | null>(null);
  const track = useRef<HTMLButtonElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  // State changes only with the next render; this ref prevents a second call between two events of one frame.
  const completed = useRef(false);
  // Whether a finger or the mouse pressed the track: the click after it is a tap.
  const pressed = useRef(false);
  const idle = disabled || done;

  function travel(): number {
    return Math.max(0, (track.current?.clientWidth ?? 0) - (handle.current?.offsetWidth ?? 0) - 2 * MARGIN);
  }

  // A phone may be rotated while the handle is at the end.
  useEffect(() => {
    if (!done) return undefined;
    const follow = () => setX(travel());
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [done]);

  function complete() {
    if (completed.current) return;
    completed.current = true;
    setX(travel());
    setDone(true);
    onComplete();
  }

  /** Whether the handle is dragged: the capture ends with the release, also if a disabled track gets no event. */
  function isDragged(): boolean {
    return start.current !== null && track.current?.hasPointerCapture(start.current.pointer) === true;
  }

  function onPointerDown(event: PointerEvent) {
    // Another button of the mouse makes no click.
    pressed.current = event.button === 0 && !isScreenReaderPress(event);
    if (idle || event.button !== 0 || isDragged()) return;
    start.current = { pointer: event.pointerId, x: event.clientX };
    track.current?.setPointerCapture(event.pointerId);
    setDragging(true);
  }

  function onPointerMove(event: PointerEvent) {
    if (start.current?.pointer !== event.pointerId) return;
    setX(Math.max(0, Math.min(travel(), event.clientX - start.current.x)));
  }

  function onPointerEnd(event: PointerEvent, dropped: boolean) {
    if (start.current?.pointer !== event.pointerId) return;
    const way = Math.max(0, Math.min(travel(), event.clientX - start.current.x));
    start.current = null;
    setDragging(false);
    if (dropped && travel() > 0 && way >= THRESHOLD * travel()) complete();
    else setX(0);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Without this a held key would click.
    event.preventDefault();
    if (!idle && !event.repeat) complete();
  }

  /** Completes by a click that neither a pointer nor a key made. */
  function onClick() {
    const isTap = pressed.current;
    pressed.current = false;
    if (!idle && !isTap) complete();
  }

  return (
    <>
      <button
        ref={track}
        type="button"
        // Once completed it keeps the focus, which a disabled button loses.
        disabled={disabled && !done}
        aria-disabled={idle}
        aria-describedby={hint === undefined || done ? undefined : id}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={(event) => onPointerEnd(event, true)}
        onPointerCancel={(event) => {
          pressed.current = false;
          onPointerEnd(event, false);
        }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        className="relative h-16 w-full touch-none overflow-hidden rounded-full bg-deep font-bold text-white [box-shadow:inset_0_0_0_1px_rgb(255_255_255/20%)] select-none aria-disabled:cursor-default"
      >
        <span className="pl-10">{label}</span>
        <span
          ref={handle}
          aria-hidden="true"
          className="absolute inset-y-2.5 left-2.5 grid w-14 place-items-center rounded-full bg-ball text-ball-ink"
          style={{ transform: `translateX(${x}px)`, transition: dragging ? 'none' : 'transform .3s' }}
        >
          {done ? <Check className="size-5" strokeWidth={3} /> : <ChevronsRight className="size-5" />}
        </span>
      </button>
      {hint !== undefined && (
        <p id={id} className="sr-only">
          {hint}
        </p>
      )}
    </>
  );
}
