import { useState } from 'react';
import type { Choice } from './LosingDialog';
import { useChange, usePreview } from './use-venue-writes';
import type { Change, LosingBookings, Venue } from './venues';

/**
 * Saves a change of a venue in two steps: it reads which bookings would lose their place, and sends the change after
 * each of them is kept or cancelled. If no booking would lose its place, it sends the change at once.
 */
export function useDecision(
  venue: Pick<Venue, 'id' | 'version'>,
  onProofNeeded: () => void,
  onDone: (closed: number, change: Partial<Change>) => void,
) {
  const [asked, setAsked] = useState<{ change: Partial<Change>; losing: LosingBookings; isNew: boolean } | null>(null);
  // Kept while the list of one change is replaced by a newer one, so that no booking has to be decided twice.
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [reason, setReason] = useState('');
  const change = useChange(
    venue,
    onProofNeeded,
    ({ closed }, decided) => {
      close();
      onDone(closed, decided.change);
    },
    (losing, decided) => setAsked({ change: decided.change, losing, isNew: true }),
  );
  const preview = usePreview(venue, onProofNeeded, (losing, seen) => {
    if (losing.bookings.length === 0) {
      change.mutate({ change: seen, keep: [], close: [], reason: null, of: venue.version });
    } else setAsked({ change: seen, losing, isNew: false });
  });
  function save(next: Partial<Change>) {
    change.reset();
    preview.mutate(next);
  }
  function close() {
    setAsked(null);
    setChoices(new Map());
    setReason('');
  }
  function decide() {
    if (asked === null) return;
    const orders = asked.losing.bookings.map(({ order }) => order);
    const chosen = (choice: Choice) => orders.filter((order) => choices.get(order) === choice);
    const closed = chosen('close');
    change.mutate({
      change: asked.change,
      keep: chosen('keep'),
      close: closed,
      reason: closed.length === 0 ? null : reason.trim(),
      of: venue.version,
    });
  }
  return {
    save,
    decide,
    choose: (orders: readonly string[], choice: Choice) =>
      setChoices(new Map([...choices, ...orders.map((order) => [order, choice] as const)])),
    setReason,
    close,
    reset: () => {
      preview.reset();
      change.reset();
    },
    asked,
    choices,
    reason,
    isBusy: preview.isPending || change.isPending,
    error: change.error ?? preview.error,
  };
}
