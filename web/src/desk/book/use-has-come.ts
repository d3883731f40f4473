import { useEffect, useState } from 'react';

/** An instant that moves by at most this many milliseconds has still come: each answer measures the clocks again. */
const SLACK_MILLISECONDS = 1_000;

/** Whether an instant in milliseconds of this device's clock has come; false for null. Renders again when it comes. */
export function useHasCome(at: number | null): boolean {
  const [cameAt, setCameAt] = useState(-Infinity);
  useEffect(() => {
    if (at === null) return;
    const timer = window.setTimeout(() => setCameAt(Date.now()), Math.max(0, at - Date.now()));
    return () => window.clearTimeout(timer);
  }, [at]);
  return at !== null && at <= cameAt + SLACK_MILLISECONDS;
}
