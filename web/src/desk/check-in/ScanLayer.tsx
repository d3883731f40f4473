import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { dayIn } from '@/lib/dates';
import { boardQuery } from '@/desk/api/board';
import { clockOffset } from '@/desk/api/connection';
import type { Me } from '@/desk/api/me';
import { keepFocus } from '@/desk/lib/keep-focus';
import { useServerNow } from '@/desk/lib/use-server-now';
import { keepPassKeys } from './pass-keys';
import { prepareVerification } from './read-pass';
import { ScanResult } from './ScanResult';
import { useHandScanner } from './use-hand-scanner';
import { useScan } from './use-scan';

/** How long a result that needs no action is shown while it is not in use, in milliseconds. */
const DONE_MILLISECONDS = 6_000;
/** How often the present day is computed again, in milliseconds. */
const STEP_MILLISECONDS = 10_000;

/**
 * Loads the keys that check passes, and the library that verifies them in a browser that cannot, for the time without a
 * network.
 */
export async function prepareScans(): Promise<void> {
  await Promise.all([keepPassKeys(), prepareVerification()]);
}

/** The result of a hand scanner's scan, over a screen. */
export function ScanLayer({ me, venue }: { me: Me; venue: Me['venues'][number] }) {
  // The newest measurement: the kept board may be of an earlier visit.
  const ahead = clockOffset();
  const now = useServerNow(ahead, STEP_MILLISECONDS);
  const today = dayIn(venue.time_zone, new Date(now));
  const kept = useQuery({ ...boardQuery(venue.id, today), enabled: false }).data;
  const { shown, scan, setTaking, again, letIn, close } = useScan(me, venue);

  useHandScanner(scan);

  const isDone = shown?.kind === 'outcome' && shown.outcome.code === 'checked_in';
  const [isUndoing, setIsUndoing] = useState(false);
  // A person who is about to press one of its buttons would press what is below the layer.
  const [isHovered, setIsHovered] = useState(false);
  const [isButtonFocused, setIsButtonFocused] = useState(false);
  const isInUse = isUndoing || isHovered || isButtonFocused;

  /** Removes the result. A button that is removed with it reports neither that the mouse has left it nor that it has lost the focus. */
  function hide() {
    setIsHovered(false);
    setIsButtonFocused(false);
    close();
  }

  const onTime = useEffectEvent(hide);
  useEffect(() => {
    if (!isDone || isInUse) return;
    const timer = window.setTimeout(() => onTime(), DONE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [isDone, isInUse, shown]);

  // If the layer closes with the focus in it, the element that had the focus before gets it back.
  const layer = useRef<HTMLDivElement>(null);
  const isShown = shown !== null;
  useEffect(() => {
    if (!isShown) return;
    const before = document.activeElement;
    const own = layer.current;
    return () => {
      const { activeElement, body } = document;
      const wasHere = activeElement === body || own?.contains(activeElement) === true;
      if (wasHere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isShown]);
  // A pressed button may be removed with its result.
  useEffect(() => keepFocus(layer.current), []);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // A dialog over the layer closes itself first.
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    // Escape would also close something on the screen below.
    event.stopPropagation();
    event.preventDefault();
    hide();
  });
  useEffect(() => {
    if (!isShown) return;
    const listener = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isShown]);

  return (
    <div
      ref={layer}
      tabIndex={-1}
      // A finger is over the layer only while it presses.
      onPointerEnter={({ pointerType }) => setIsHovered(pointerType === 'mouse')}
      onPointerLeave={() => setIsHovered(false)}
      // The layer itself has the focus after the button that had it was removed.
      onFocus={({ target, currentTarget }) => setIsButtonFocused(target !== currentTarget)}
      onBlur={() => setIsButtonFocused(false)}
      className="fixed inset-x-3 bottom-20 z-50 max-h-[80dvh] overflow-y-auto rounded-xl outline-none min-[40rem]:right-4 min-[40rem]:bottom-4 min-[40rem]:left-auto min-[40rem]:w-95"
    >
      <ScanResult
        me={me}
        venue={venue}
        board={kept?.board}
        ahead={ahead}
        shown={shown}
        onAgain={again}
        onLetIn={letIn}
        onTaking={setTaking}
        onUndoing={setIsUndoing}
        onClose={hide}
      />
    </div>
  );
}
