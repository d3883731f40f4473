import { useEffect, useState } from 'react';

/** Milliseconds before a loading part counts as slow. */
const SHOWN_AFTER_MILLISECONDS = 4_000;

export interface SlowNoteProps {
  /** Shown if loading takes long. */
  slow: string;
  /** Shown at once; undefined while there is a network. */
  offline?: string;
  /** Shown until loading counts as slow. */
  meanwhile?: string;
}

/** A line about a loading part. The delay begins at mount. */
export function SlowNote({ slow, offline, meanwhile = '' }: SlowNoteProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), SHOWN_AFTER_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="min-h-6 text-small font-semibold text-quiet">
      {offline ?? (late ? slow : meanwhile)}
    </p>
  );
}
