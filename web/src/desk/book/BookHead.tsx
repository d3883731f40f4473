import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { courtKind } from '@/lib/court-kind';
import { chipDay, hourText } from '@/lib/dates';
import { clockText } from '@/lib/server-clock';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { IconButton } from '@/ui/IconButton';
import { lengthText } from '@/desk/booking/length-text';
import { panelTexts } from '@/desk/booking/texts';
import { isPressedAgain } from '@/lib/pressed-again';
import { slotKey, type Slot } from '@/desk/lib/slots';
import { courtOf, spokenSlot, timesOf, titleOf, type BookSlot } from './book-slots';
import { bookTexts } from './texts';

export interface BookHeadProps {
  day: string;
  slots: readonly BookSlot[];
  /** When the hold ends, in milliseconds of this device's clock; null without one. */
  holdEnd: number | null;
  isRequesting: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
  onRemove: (slot: Slot) => void;
}

/** Says which slots are being booked, and for how long they are held. */
export function BookHead({ day, slots, holdEnd, isRequesting, heading, onClose, onRemove }: BookHeadProps) {
  const [first] = slots;
  const court = first?.details;
  return (
    <>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="figures min-h-5 text-[.78125rem] text-quiet">{chipDay(day)}</p>
          <h2 ref={heading} tabIndex={-1} className="display mt-1 min-h-10 text-[2.5rem] leading-none">
            {titleOf(slots) || bookTexts.label}
          </h2>
          <p className="figures mt-1.5 min-h-6 font-bold">{timesOf(slots)}</p>
          <p className="min-h-5 text-[.8125rem] text-quiet">{whereText(slots)}</p>
          <p className="figures mt-1 min-h-5 text-[.8125rem] text-quiet">
            {isRequesting ? bookTexts.holding : holdEnd !== null && <HoldClock endsAt={holdEnd} />}
          </p>
        </div>
        {court !== undefined && (
          <CourtDrawing
            number={court.number}
            type={courtKind(court.type)}
            state="selected"
            className="w-12 shrink-0 rotate-8"
          />
        )}
        <IconButton
          label={bookTexts.close}
          aria-keyshortcuts="Escape"
          variant="ghost"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onClose}
          className="-mt-2 -mr-2"
        />
      </header>
      {slots.length > 1 && (
        <ul aria-label={bookTexts.chosen} className="mt-4 flex flex-wrap gap-1.5">
          {slots.map((slot) => (
            <li key={slotKey(slot)}>
              <button
                type="button"
                aria-label={bookTexts.remove(spokenSlot(slot))}
                onClick={(event) => {
                  if (!isPressedAgain(event)) onRemove(slot);
                }}
                className="flex min-h-11 items-center gap-2 rounded-md border border-line px-3 text-small font-bold hover:border-edge"
              >
                {`${courtOf(slot)} · ${hourText(slot.minute)}`}
                <X aria-hidden="true" className="size-3.5 text-quiet" strokeWidth={2.4} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Counts down without announcing it to screen readers. */
function HoldClock({ endsAt }: { endsAt: number }) {
  const seconds = useSecondsLeft(endsAt);
  return seconds === 0 ? null : bookTexts.held(clockText(seconds * 1000));
}

/** "1 h, outdoor" for one court, the names of several. */
function whereText(slots: readonly BookSlot[]): string {
  const [first] = slots;
  if (first?.details === undefined || first.minutes === undefined) return '';
  const names = new Set(slots.map(courtOf));
  if (names.size > 1) return [...names].join(', ');
  const length = `${lengthText(slots.length * first.minutes)}, ${panelTexts.types[first.details.type]}`;
  // The heading of several slots does not name their court.
  return slots.length > 1 ? `${courtOf(first)}, ${length}` : length;
}
