import { useId } from 'react';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { chipDay, hourText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { LoadFailure } from '@/ui/LoadFailure';
import type { Court } from '@/desk/api/board';
import { clashesOf, clashKey, type Clash, type LaterSlot } from './series';
import { bookTexts } from './texts';
import type { Series } from './use-series';

const chip =
  'flex min-h-11 items-center rounded-md border border-line px-3 text-small font-bold hover:border-edge aria-pressed:border-ball aria-pressed:bg-raised';

/** Chooses for how many weeks the same slots are booked, and what is done in weeks in which a court is not free. */
export function WeeklyField({
  day,
  series: { weeks, offered, later, slots, choices, failure, isFetching, setWeeks, choose, retry },
  slotsAWeek,
  courts,
}: {
  /** The day of the first game. */
  day: string;
  series: Series;
  slotsAWeek: number;
  courts: readonly Court[];
}) {
  const id = useId();
  const weeksWithClash = later === undefined ? [] : clashesOf(later, choices);
  return (
    <section aria-label={bookTexts.weekly} className="mt-5 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-small font-bold">
          {bookTexts.weekly}
        </label>
        <select
          id={id}
          value={weeks}
          onChange={(event) => setWeeks(Number(event.currentTarget.value))}
          className="figures min-h-11 rounded-md border-[1.5px] border-edge bg-card px-3 text-small font-bold text-ink focus:border-focus focus:halo"
        >
          <option value={1}>{bookTexts.once}</option>
          {offered.map((number) => (
            <option key={number} value={number}>
              {bookTexts.weeks(number)}
            </option>
          ))}
        </select>
      </div>
      {failure !== null && (
        <div className="mt-3">
          <LoadFailure
            title={bookTexts.weeksFailed}
            message={failureMessage(failure)}
            retryLabel={bookTexts.retry}
            isBusy={isFetching}
            onRetry={retry}
            strip
          />
        </div>
      )}
      {weeks > 1 && failure === null && (
        <p role="status" className="figures mt-2 text-small text-quiet">
          {later === undefined || slots === undefined
            ? bookTexts.weeksLoading
            : summaryOf(day, weeksWithClash.length, slots, slotsAWeek)}
        </p>
      )}
      <ul className="grid gap-3">
        {weeksWithClash.map(({ day: laterDay, clashes }) => (
          <li key={laterDay} className="mt-3 grid gap-2">
            {clashes.map((clash) => (
              <ClashChoice
                key={clashKey(laterDay, clash.slot)}
                day={laterDay}
                clash={clash}
                courts={courts}
                onChoose={(court) => choose(clashKey(laterDay, clash.slot), court)}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many weeks are not free, and how many games are booked until when; `day` is that of the first game. */
function summaryOf(day: string, weeksNotFree: number, laterSlots: readonly LaterSlot[], slotsAWeek: number): string {
  const until = bookTexts.gamesUntil(laterSlots.length + slotsAWeek, chipDay(laterSlots.at(-1)?.day ?? day));
  return weeksNotFree === 0 ? `${bookTexts.allFree} ${until}` : `${bookTexts.notFree(weeksNotFree)} ${until}`;
}

/** Asks about a slot of a later week that is not free: leave it out, or take another court. */
function ClashChoice({
  day,
  clash: { slot, chosen, offered },
  courts,
  onChoose,
}: {
  day: string;
  clash: Clash;
  courts: readonly Court[];
  onChoose: (court: number | null) => void;
}) {
  const name = courtName(courts.find(({ id }) => id === slot.court)?.name ?? '');
  const place = `${chipDay(day)}, ${name}, ${hourText(slot.minute)}`;
  return (
    <div role="group" aria-label={place}>
      <p className="figures mb-1.5 text-small font-semibold text-warn">
        {slot.state === 'taken' ? bookTexts.clash(place) : bookTexts.clashClosed(place)}
      </p>
      <div className="flex flex-wrap gap-1.5">
        <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)} className={chip}>
          {bookTexts.leaveOut}
        </button>
        {offered.map((other) => (
          <button
            key={other.court}
            type="button"
            aria-pressed={chosen === other.court}
            onClick={() => onChoose(other.court)}
            className={`${chip} figures`}
          >
            {`${courtName(other.name)} · ${rupees(other.price_paise / 100)}`}
          </button>
        ))}
      </div>
    </div>
  );
}
