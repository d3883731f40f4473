import { hourText } from '@/lib/dates';
import type { BoardBooking } from '@/desk/api/board';
import { panelTexts } from './texts';

/** Lists the hours of a bar, each of which is an order of its own. */
export function BookingParts({
  order,
  parts,
  onOpen,
}: {
  order: string;
  parts: readonly BoardBooking[];
  onOpen: (order: string) => void;
}) {
  return (
    <div role="group" aria-label={panelTexts.parts} className="mt-4 flex flex-wrap gap-1.5">
      {parts.map((part) => (
        <button
          key={part.order}
          type="button"
          aria-pressed={part.order === order}
          onClick={() => onOpen(part.order)}
          className="min-h-11 rounded-md border border-line px-3.5 text-small font-bold hover:border-edge aria-pressed:border-ink aria-pressed:bg-raised"
        >
          {hourText(part.minute)}
        </button>
      ))}
    </div>
  );
}
