import { useEffect, useState } from 'react';

/** How long a screen waits in silence, in milliseconds. */
const PATIENCE_MILLISECONDS = 4_000;

export interface SlowNoteProps {
  /** Said when it takes long. */
  slow: string;
  /** Said at once when there is no network; nothing otherwise. */
  offline?: string;
  /** Said until then. */
  meanwhile?: string;
}

/** A line under a loading part. Its mounting starts the clock. */
export function SlowNote({ slow, offline, meanwhile = '' }: SlowNoteProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), PATIENCE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="min-h-6 text-small font-semibold text-quiet">
      {offline ?? (late ? slow : meanwhile)}
    </p>
  );
}
