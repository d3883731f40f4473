import { Plus } from 'lucide-react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { isPressedAgain } from '@/lib/pressed-again';
import { CourtTile } from '@/ui/CourtTile';
import type { Court } from '@/desk/api/board';
import type { Slot } from '@/desk/lib/slots';
import { bookTexts } from './texts';

/** The courts that are free or chosen at the first chosen hour, and the hour after the last one. */
export interface Nearby {
  minute: number;
  courts: readonly { court: Court; isChosen: boolean }[];
  /** The next slots of the chosen courts; empty if one of them cannot be sold then. */
  next: readonly Slot[];
}

/** Offers those courts and the slot after, for choosing them in a panel that covers the board. */
export function FreeNearby({
  nearby: { minute, courts, next },
  onToggle,
  onAdd,
}: {
  nearby: Nearby;
  onToggle: (slot: Slot) => void;
  onAdd: (slots: readonly Slot[]) => void;
}) {
  const [first] = next;
  const classes =
    'flex min-h-11 items-center gap-2 rounded-md border border-line px-2.5 text-small font-bold aria-pressed:border-ball aria-pressed:bg-raised';
  return (
    <div role="group" aria-label={bookTexts.freeAt(hourText(minute))} className="mt-5 border-t border-line pt-4">
      <p aria-hidden="true" className="mb-2 text-[.8125rem] font-bold text-quiet">
        {bookTexts.freeAt(hourText(minute))}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {courts.map(({ court, isChosen }) => (
          <button
            key={court.id}
            type="button"
            aria-pressed={isChosen}
            aria-label={courtName(court.name)}
            onClick={(event) => {
              // The second press of a double click would take the court out again.
              if (!isPressedAgain(event)) onToggle({ court: court.id, minute });
            }}
            className={classes}
          >
            <CourtTile number={court.number} type={courtKind(court.type)} className="w-11 shrink-0" />
          </button>
        ))}
        {first !== undefined && (
          <button
            type="button"
            aria-label={bookTexts.addHour(hourText(first.minute))}
            onClick={(event) => {
              // The hour after it takes its place.
              if (!isPressedAgain(event)) onAdd(next);
            }}
            className={classes}
          >
            <Plus aria-hidden="true" className="size-4" strokeWidth={2.4} />
            {hourText(first.minute)}
          </button>
        )}
      </div>
    </div>
  );
}
