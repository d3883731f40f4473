import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { HeldCourt } from '@/api/own-courts';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { shortDay } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { clockText } from '@/lib/server-clock';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { holdTexts } from '../texts';

/** In its last seconds a hold is shown in another colour. */
const SOON_SECONDS = 60;
/** Milliseconds until the text is inserted: screen readers do not read the initial content of a live region. */
const ANNOUNCED_AFTER_MILLISECONDS = 300;
/** Holds that were announced: a bar that is mounted again does not announce its hold again. */
const announced = new Set<string>();

/** "Court 6 held · 8:12 · Finish" at the lower edge. */
export function HoldBar({ hold }: { hold: HeldCourt }) {
  const bar = useRef<HTMLElement>(null);
  const seconds = useSecondsLeft(hold.endsAt);
  const isOver = seconds === 0;
  const court = courtName(hold.court);
  const [announcement, setAnnouncement] = useState('');

  const announce = useEffectEvent(() => {
    if (announced.has(hold.orderid)) return;
    announced.add(hold.orderid);
    setAnnouncement(
      hold.isBeingPaid ? holdTexts.paying(court) : holdTexts.heldAnnouncement(court, Math.ceil(seconds / 60)),
    );
  });
  useEffect(() => {
    const timer = setTimeout(() => announce(), ANNOUNCED_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);

  // Publishes the bar's height, so that other fixed elements and the end of the page stay above it.
  useLayoutEffect(() => {
    const element = bar.current;
    if (isOver || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { marginBottom } = getComputedStyle(element);
      style.setProperty('--hold-bar', `${Math.ceil(element.offsetHeight + 2 * parseFloat(marginBottom))}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--hold-bar');
    };
  }, [isOver]);

  if (isOver) return null;
  const isSoon = seconds <= SOON_SECONDS && !hold.isBeingPaid;
  return (
    <aside
      ref={bar}
      aria-label={holdTexts.label}
      className="scheme-dark fixed inset-x-0 bottom-0 z-25 animate-rise border-t border-line bg-deep text-ink [view-transition-name:hold-bar] md:mx-auto md:mb-4 md:w-fit md:rounded-full md:border md:shadow-pass"
    >
      <div className="flex items-center gap-3 px-5 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] md:gap-5 md:py-2 md:pr-2 md:pl-6">
        <CourtDrawing type={courtKind(hold.court_type)} state="held" className="w-5 shrink-0 rotate-8" />
        <p className="min-w-0 flex-1 leading-tight md:flex-none">
          <b className="block truncate">{hold.isBeingPaid ? holdTexts.paying(court) : holdTexts.held(court)}</b>
          <span className="figures block truncate text-small text-quiet">
            {`${shortDay(hold.date)}, ${hold.time}`}
            <span className="max-md:hidden">{` · ${hold.venue}`}</span>
          </span>
        </p>
        {!hold.isBeingPaid && (
          <span
            role="timer"
            aria-live="off"
            aria-label={holdTexts.left(clockText(seconds * 1000))}
            className={`figures display text-h4 ${isSoon ? 'text-warn' : ''}`}
          >
            {clockText(seconds * 1000)}
          </span>
        )}
        <Button
          variant="lime"
          size="sm"
          className="shrink-0 md:rounded-full"
          render={
            hold.isBeingPaid ? (
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
              <Link {...paths.bookingStatus({ orderId: hold.orderid })} />
            ) : (
              // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
              <Link {...paths.heldCourt(hold)} />
            )
          }
        >
          {hold.isBeingPaid ? holdTexts.see : holdTexts.finish}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </aside>
  );
}
