import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Timer } from 'lucide-react';
import { clockText } from '@/lib/server-clock';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { uiTexts } from './texts';

export interface CountdownProps {
  /** Milliseconds on this device's clock. */
  endsAt: number;
  onEnd?: () => void;
  /** The text before the digits: "Held for you". */
  label: string;
  /** Hides the label visually on a phone. */
  compact?: boolean;
  /** Read aloud at a few moments: (seconds) => "5 minutes left". */
  announce?: (seconds: number) => string;
}

const ANNOUNCED_AT = [300, 60, 30];

function describeSeconds(seconds: number): string {
  return seconds >= 60 ? uiTexts.minutesLeft(Math.floor(seconds / 60)) : uiTexts.secondsLeft(seconds);
}

/** The time left: shown every second, announced to screen readers only at a few moments. */
export function Countdown({ endsAt, onEnd, label, compact = false, announce = describeSeconds }: CountdownProps) {
  const seconds = useSecondsLeft(endsAt);
  const before = useRef(seconds + 1);
  const [announcement, setAnnouncement] = useState('');
  const showAnnouncement = useEffectEvent((left: number) => setAnnouncement(announce(left)));
  const end = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    const crossed = ANNOUNCED_AT.some((mark) => before.current > mark && seconds <= mark);
    before.current = seconds;
    if (seconds === 0) end();
    else if (crossed) showAnnouncement(seconds);
  }, [seconds]);

  const soon = seconds <= 60;
  return (
    <p
      className={`inline-flex items-center gap-2 rounded-full py-1.5 text-small ${compact ? 'px-3' : 'px-3.5'} font-semibold ${soon ? 'bg-warn-tint text-warn' : 'bg-raised text-ink'}`}
    >
      <Timer aria-hidden="true" className="size-4 shrink-0" />
      <span className={compact ? 'max-sm:sr-only' : undefined}>{label}</span>
      <span role="timer" className="figures font-bold">
        {clockText(seconds * 1000)}
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </p>
  );
}
