import { toast } from '@/lib/toast';

/** An undo that is offered. */
interface OfferedUndo {
  label: string;
  run: () => void;
  /** Until when the server takes it, ISO 8601 UTC. */
  until: string;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  /** Whether it was sent before, and its outcome is unknown. */
  isAgain: boolean;
}

/**
 * Says what was done, with a button and a key that undo it until the server's time for that is over. If the undo was sent before and
 * its outcome is unknown, nothing is said once that time is over: what was done may be undone by now.
 */
export function toastUndo(text: string, { label, run, until, ahead, isAgain }: OfferedUndo): void {
  const left = Date.parse(until) - ahead - Date.now();
  if (left > 0) toast.undoable(text, { label, key: 'Z', run }, left);
  else if (!isAgain) toast.success(text);
}
