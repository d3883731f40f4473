import type { ReactNode } from 'react';
import { ApiFailure } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { alternativesOf, type Alternatives } from '@/desk/api/problem';
import { hourKey, type CourtHour } from '@/desk/lib/court-hours';
import { courtOf, spokenHour, type BookHour } from './book-hours';
import type { HoldStates } from './hold-keeper';
import { bookTexts } from './texts';

/** Refusals that asking again does not change. */
const FINAL = ['slot_taken', 'hour_over', 'not_for_sale', 'too_far_ahead', 'not_allowed', 'not_found'];

export interface HoldNoticesProps {
  day: string;
  hours: readonly BookHour[];
  states: HoldStates;
  /** Whether the hold has ended; the panel's first button holds again. */
  isEnded: boolean;
  /** A free court at an hour of the day: this one if it is free, else the first. */
  freeCourt: (minute: number, preferred: number) => number;
  onHoldAgain: () => void;
  /** Takes another hour in the place of one that is gone. */
  onSwitch: (gone: CourtHour, to: CourtHour) => void;
}

/** The hours that are not held: gone to somebody else, refused, without an answer, or no longer held. */
export function HoldNotices({ day, hours, states, isEnded, freeCourt, onHoldAgain, onSwitch }: HoldNoticesProps) {
  const missing = hours.flatMap((hour) => {
    const state = states.get(hourKey(hour));
    return state?.kind === 'missing' ? [{ hour, cause: state.cause }] : [];
  });
  const refused = missing.filter(({ cause }) => isFinal(cause));
  const unanswered = missing.find(({ cause }) => !isFinal(cause));
  return (
    <>
      {refused.map(({ hour, cause }) => (
        <Refused
          key={hourKey(hour)}
          day={day}
          hour={hour}
          cause={cause}
          isOnly={hours.length === 1}
          chosen={hours}
          freeCourt={freeCourt}
          onSwitch={(to) => onSwitch(hour, to)}
        />
      ))}
      {unanswered !== undefined && (
        <Notice
          tone="bad"
          tight
          live
          title={bookTexts.notHeld}
          action={
            <Button variant="outline" size="sm" onClick={onHoldAgain}>
              {bookTexts.retry}
            </Button>
          }
        >
          {failureMessage(unanswered.cause)}
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

/** An hour that cannot be had, and what is free instead. */
function Refused({
  day,
  hour,
  cause,
  isOnly,
  chosen,
  freeCourt,
  onSwitch,
}: {
  day: string;
  hour: BookHour;
  cause: unknown;
  isOnly: boolean;
  chosen: readonly BookHour[];
  freeCourt: HoldNoticesProps['freeCourt'];
  onSwitch: (to: CourtHour) => void;
}) {
  const alternatives = alternativesOf(cause);
  const at = hourText(hour.minute);
  if (alternatives === null) {
    const message = failureMessage(cause);
    return (
      <Notice tone="warn" tight live>
        {isOnly ? message : `${spokenHour(hour)}: ${message}`}
      </Notice>
    );
  }
  const courts = courtsInstead(alternatives, hour, chosen);
  const later = courts.length > 0 ? [] : hoursInstead(alternatives, day, (minute) => freeCourt(minute, hour.court));
  const sentence = courts.length > 0 ? bookTexts.goneFree : later.length > 0 ? bookTexts.goneLater : bookTexts.goneAll;
  return (
    <Notice tone="warn" tight live>
      <p>{sentence(courtOf(hour), at)}</p>
      {courts.length + later.length > 0 && (
        <p className="mt-1.5 mb-1 flex flex-wrap gap-1.5">
          {courts.map(({ court, name, price_paise }) => (
            <Choice key={court} onClick={() => onSwitch({ court, minute: hour.minute })}>
              {price_paise === hour.price_paise ? courtName(name) : `${courtName(name)} · ${rupees(price_paise / 100)}`}
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
function courtsInstead({ courts }: Alternatives, { minute }: BookHour, chosen: readonly BookHour[]) {
  return courts.filter(({ court }) => !chosen.some((hour) => hour.court === court && hour.minute === minute));
}

/** The other free hours of the day; a booking has one day. */
function hoursInstead({ hours }: Alternatives, day: string, freeCourt: (minute: number) => number): CourtHour[] {
  return hours.filter((hour) => hour.day === day).map(({ minute }) => ({ court: freeCourt(minute), minute }));
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
