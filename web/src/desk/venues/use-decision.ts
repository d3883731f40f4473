import { useState } from 'react';
import { useStore } from '@/lib/store';
import { toast } from '@/lib/toast';
import { createPersonalStore } from '@/desk/lib/personal-store';
import { useIsShown } from '@/desk/lib/use-is-shown';
import type { Choice } from './LosingDialog';
import { venuesTexts } from './texts';
import { useChange, usePreview } from './use-venue-writes';
import type { Change, LosingBookings, Venue } from './venues';

/** What was decided about the bookings that lose their place by a change, and the reason that the players read. */
interface Decided {
  /** The change, as JSON. */
  about: string;
  choices: ReadonlyMap<string, Choice>;
  reason: string;
}

const NOTHING: Decided = { about: '', choices: new Map(), reason: '' };

/**
 * What was decided, by venue. It stays while the list of the change is replaced by a newer one, so that no booking has
 * to be decided twice.
 */
const decisions = createPersonalStore<ReadonlyMap<number, Decided>>(new Map());

function changeDecided(venue: number, to: (now: Decided) => Decided): void {
  decisions.set((all) => new Map(all).set(venue, to(all.get(venue) ?? NOTHING)));
}

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
  const isShown = useIsShown();
  const { choices, reason } = useStore(decisions).get(venue.id) ?? NOTHING;
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
    } else if (isShown()) setAsked({ change: seen, losing, isNew: false });
    else toast.forAnyone('warning', venuesTexts.notDecided, venuesTexts.notSaved);
  });
  function save(next: Partial<Change>) {
    const about = JSON.stringify(next);
    changeDecided(venue.id, (now) => (now.about === about ? now : { ...NOTHING, about }));
    change.reset();
    preview.mutate(next);
  }
  function close() {
    setAsked(null);
    changeDecided(venue.id, () => NOTHING);
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
      changeDecided(venue.id, (now) => ({
        ...now,
        choices: new Map([...now.choices, ...orders.map((order) => [order, choice] as const)]),
      })),
    setReason: (typed: string) => changeDecided(venue.id, (now) => ({ ...now, reason: typed })),
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
