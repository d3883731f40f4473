import { useEffect, useEffectEvent, useState } from 'react';
import { Timer } from 'lucide-react';

export interface CountdownProps {
  /** Milliseconds on this device's clock; lib/server-clock makes it from the server's answer. */
  endsAt: number;
  onEnd?: () => void;
  /** Before the figures: "Held for you". */
  label: string;
  /** Read aloud at five minutes, one minute and thirty seconds: (seconds) => "5 minutes left". */
  announce?: (seconds: number) => string;
}

const ANNOUNCED_AT = [300, 60, 30];

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000));
}

function spokenSeconds(seconds: number): string {
  if (seconds >= 120) return `${Math.floor(seconds / 60)} minutes left`;
  return seconds >= 60 ? '1 minute left' : `${seconds} seconds left`;
}

/** The time left, in figures that tick quietly and words that are spoken only three times. */
export function Countdown({ endsAt, onEnd, label, announce = spokenSeconds }: CountdownProps) {
  const [seconds, setSeconds] = useState(() => secondsUntil(endsAt));
  const [spoken, setSpoken] = useState('');
  const say = useEffectEvent((left: number) => setSpoken(announce(left)));
  const end = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    let before = secondsUntil(endsAt) + 1;
    let ended = false;
    const tick = () => {
      const now = secondsUntil(endsAt);
      setSeconds(now);
      if (now > 0 && ANNOUNCED_AT.some((mark) => before > mark && now <= mark)) say(now);
      before = now;
      if (now === 0 && !ended) {
        ended = true;
        end();
      }
    };
    tick();
    const timer = window.setInterval(tick, 250);
    return () => window.clearInterval(timer);
  }, [endsAt]);

  const soon = seconds <= 60;
  return (
    <p
      className={`inline-flex items-center gap-2 rounded-full px-3.5 py-1.5 text-small font-semibold ${soon ? 'bg-warn-tint text-warn' : 'bg-raised text-ink'}`}
    >
      <Timer aria-hidden="true" className="size-4 shrink-0" />
      <span>{label}</span>
      <span role="timer" className="figures font-bold">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </p>
  );
}
