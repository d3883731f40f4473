import { useEffect, useState } from 'react';
import { useOnline } from '@/lib/online';
import { waitingTexts } from './texts';

/** How long a screen waits in silence, in milliseconds. */
const PATIENCE_MILLISECONDS = 4_000;

/** Under a loading part: a line when it takes long, another when there is no network. Its mounting starts the clock. */
export function WaitingNote() {
  const online = useOnline();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), PATIENCE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, []);
  const words = online ? (slow ? waitingTexts.stillTrying : '') : waitingTexts.offline;
  return (
    <p role="status" className="min-h-6 text-small font-semibold text-quiet">
      {words}
    </p>
  );
}
