import type { ReactNode } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { failureTexts } from '@/api/failure-texts';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { alternativesOf, isOutcomeUnknown, type Alternatives } from '@/desk/api/problem';
import { slotKey, type Slot } from '@/desk/lib/slots';
import { courtOf, spokenSlot, type BookSlot } from './book-slots';
import type { HoldStates } from './hold-keeper';
import { bookTexts } from './texts';

/** Refusals that a second request does not change. */
const FINAL = [
  'slot_taken',
  'hour_over',
  'not_for_sale',
  'too_far_ahead',
  'booked_day_closed',
  'venue_retired',
  'not_allowed',
  'not_found',
];

export interface HoldNoticesProps {
  day: string;
  slots: readonly BookSlot[];
  states: HoldStates;
  /** Whether the hold has ended. */
  isEnded: boolean;
  /** A free court at an hour of the day: this one if it is free or none is, else the first. */
  findFreeCourt: (minute: number, preferred: number) => number;
  onHoldAgain: () => void;
  /** Chooses another slot in the place of one that was taken. */
  onSwitch: (gone: Slot, to: Slot) => void;
}

/** The slots that are not held: taken by another claim, refused, without an answer, or no longer held. */
export function HoldNotices({ day, slots, states, isEnded, findFreeCourt, onHoldAgain, onSwitch }: HoldNoticesProps) {
  const missing = slots.flatMap((slot) => {
    const state = states.get(slotKey(slot));
    return state?.kind === 'missing' ? [{ slot, cause: state.cause }] : [];
  });
  const refused = missing.filter(({ cause }) => isFinal(cause));
  const unanswered = missing.find(({ cause }) => !isFinal(cause));
  // Without an answer no title says that it is not held.
  const isUnknown = isOutcomeUnknown(unanswered?.cause);
  return (
    <>
      {refused.map(({ slot, cause }) => (
        <Refused
          key={slotKey(slot)}
          day={day}
          slot={slot}
          cause={cause}
          isOnly={slots.length === 1}
          chosen={slots}
          findFreeCourt={findFreeCourt}
          onSwitch={(to) => onSwitch(slot, to)}
        />
      ))}
      {unanswered !== undefined && (
        <Notice
          tone="bad"
          tight
          isLive
          title={isUnknown ? undefined : bookTexts.notHeld}
          action={
            <Button variant="outline" size="sm" onClick={onHoldAgain}>
              {bookTexts.retry}
            </Button>
          }
        >
          {isUnknown ? failureTexts.unknownOutcome : failureMessage(unanswered.cause)}
        </Notice>
      )}
      <div role="status">
        {isEnded && (
          <Notice tone="warn" tight>
            {bookTexts.ended}
          </Notice>
        )}
      </div>
    </>
  );
}

function isFinal(cause: unknown): boolean {
  return cause instanceof ApiFailure && FINAL.includes(cause.code);
}

/** A slot that is unavailable, and what is free instead. */
function Refused({
  day,
  slot,
  cause,
  isOnly,
  chosen,
  findFreeCourt,
  onSwitch,
}: {
  day: string;
  slot: BookSlot;
  cause: unknown;
  isOnly: boolean;
  chosen: readonly BookSlot[];
  findFreeCourt: HoldNoticesProps['findFreeCourt'];
  onSwitch: (to: Slot) => void;
}) {
  const alternatives = alternativesOf(cause);
  const at = hourText(slot.minute);
  if (alternatives === null) {
    const message = failureMessage(cause);
    return (
      <Notice tone="warn" tight isLive>
        {isOnly ? message : `${spokenSlot(slot)}: ${message}`}
      </Notice>
    );
  }
  const courts = courtsInstead(alternatives, slot, chosen);
  const later = courts.length > 0 ? [] : slotsInstead(alternatives, day, (minute) => findFreeCourt(minute, slot.court));
  const sentence = courts.length > 0 ? bookTexts.goneFree : later.length > 0 ? bookTexts.goneLater : bookTexts.goneAll;
  return (
    <Notice tone="warn" tight isLive>
      <p>{sentence(courtOf(slot), at)}</p>
      {courts.length + later.length > 0 && (
        <p className="mt-1.5 mb-1 flex flex-wrap gap-1.5">
          {courts.map(({ court, name, price_paise }) => (
            <Choice key={court} onClick={() => onSwitch({ court, minute: slot.minute })}>
              {price_paise === slot.price_paise ? courtName(name) : `${courtName(name)} · ${rupees(price_paise / 100)}`}
            </Choice>
          ))}
          {later.map(({ court, minute }) => (
            <Choice key={minute} onClick={() => onSwitch({ court, minute })}>
              {hourText(minute)}
            </Choice>
          ))}
        </p>
      )}
    </Notice>
  );
}

/** The free courts at the same hour, without those that are chosen already. */
function courtsInstead({ courts }: Alternatives, { minute }: BookSlot, chosen: readonly BookSlot[]) {
  return courts.filter(({ court }) => !chosen.some((slot) => slot.court === court && slot.minute === minute));
}

/** The other free slots of the day; a booking has one day. */
function slotsInstead({ hours }: Alternatives, day: string, findFreeCourt: (minute: number) => number): Slot[] {
  return hours.filter((hour) => hour.day === day).map(({ minute }) => ({ court: findFreeCourt(minute), minute }));
}

function Choice({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-md border border-edge px-3.5 text-small font-bold hover:border-ink hover:bg-raised"
    >
      {children}
    </button>
  );
}
