import { useEffect, useState } from 'react';

function left(endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
}

/** Whole seconds until a local instant (milliseconds), counting down to 0. */
export function useSecondsLeft(endsAt: number): number {
  const [, tick] = useState(0);
  const seconds = left(endsAt);
  const running = seconds > 0;
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => tick((n) => n + 1), 250);
    return () => window.clearInterval(timer);
  }, [running, endsAt]);
  return seconds;
}
