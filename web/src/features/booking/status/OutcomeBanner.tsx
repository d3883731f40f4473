import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { Button } from '@/ui/Button';
import { statusTexts } from '../pass/texts';
import type { BookingOutcome } from './booking-outcome';
import { isStillHere } from './is-still-here';
import {
  forgetCountdown,
  keepCountdown,
  resumeCountdown,
  STATUS_SECONDS,
  type StatusCountdown,
} from './status-countdown';

export interface OutcomeBannerProps {
  outcome: Extract<BookingOutcome, 'success' | 'fail' | 'unknown'>;
  /** Which outcome the stored countdown belongs to; '' for a failure without an order. */
  countdownKey: string;
  title: string;
  note: string;
  /** Called once, at the end of the countdown or when the player continues. */
  onGo: () => void;
  /** A further action, beside continuing and staying. */
  extra?: ReactNode;
}

/**
 * The outcome with a countdown of ten seconds (spec §2, §9), after which it continues unless the player chooses to
 * stay.
 */
export function OutcomeBanner({ outcome, countdownKey, title, note, onGo, extra }: OutcomeBannerProps) {
  const router = useRouter();
  // A player who was leaving may come back before the other screen is loaded.
  const isHere = useLocation({ select: ({ pathname }) => isStillHere({ latestLocation: { pathname } }) });
  const [countdown, setCountdown] = useState<StatusCountdown>(() => resumeCountdown(countdownKey));
  const endsAt = countdown === 'stopped' ? Number.POSITIVE_INFINITY : countdown.endsAt;
  const seconds = useSecondsLeft(endsAt);
  const hasGone = useRef(false);
  const next = useRef<HTMLParagraphElement>(null);

  function goOn() {
    if (hasGone.current) return;
    hasGone.current = true;
    forgetCountdown(countdownKey);
    onGo();
  }

  function stay() {
    setCountdown('stopped');
    // The button that had the focus disappears.
    next.current?.focus();
  }

  // Leaving by a link removes the countdown; a reload runs no cleanup, so it continues.
  useEffect(() => {
    keepCountdown(countdownKey, countdown);
    return () => forgetCountdown(countdownKey);
  }, [countdownKey, countdown]);

  useEffect(() => {
    if (seconds === 0 && isHere && isStillHere(router)) goOn();
    // goOn changes with every render and guards itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [seconds, isHere]);

  const stopped = countdown === 'stopped';
  return (
    <section aria-live="polite">
      <h1 className="display text-h1 italic">{title}</h1>
      <p className="mt-2 max-w-md">{note}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <p
          ref={next}
          tabIndex={-1}
          className={`flex items-center gap-3 font-semibold outline-none ${stopped ? 'text-quiet' : ''}`}
        >
          {stopped ? (
            statusTexts.staying
          ) : (
            <>
              <Dial part={seconds / STATUS_SECONDS} />
              <span role="timer" aria-live="off" className="figures">
                {statusTexts.next[outcome](seconds)}
              </span>
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2.5">
          {extra}
          {/* Continuing is the main action only if there is no pass to save and nothing to retry. */}
          <Button variant={outcome === 'fail' ? 'lime' : 'outline'} size="sm" onClick={goOn}>
            {statusTexts.go[outcome]}
          </Button>
          {!stopped && (
            <Button variant="ghost" size="sm" onClick={stay}>
              {statusTexts.stay}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

const CIRCLE = 2 * Math.PI * 9;

/** The remaining part of the countdown, as a shrinking ring. */
function Dial({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 -rotate-90">
      <circle cx="12" cy="12" r="9" fill="none" strokeWidth="3" className="stroke-line" />
      <circle
        cx="12"
        cy="12"
        r="9"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={CIRCLE}
        strokeDashoffset={CIRCLE * (1 - Math.min(1, part))}
        className="stroke-ball transition-[stroke-dashoffset] duration-300 ease-out"
      />
    </svg>
  );
}
