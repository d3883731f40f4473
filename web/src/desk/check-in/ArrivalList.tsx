import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { failureMessage } from '@/api/failure-message';
import { hourText, minutesIn } from '@/lib/dates';
import { hasModifier } from '@/lib/has-modifier';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import type { Board } from '@/desk/api/board';
import type { Me } from '@/desk/api/me';
import { ArrivalRow, type ArrivalRowProps } from './ArrivalRow';
import { arrivalsOf, type ArrivalHour } from './arrivals';
import { checkInTexts } from './texts';

export interface ArrivalListProps {
  venue: Me['venues'][number];
  /** The board of today; undefined until it has come. */
  board: Board | undefined;
  /** Around midnight the board of the other day that has games of these hours. */
  other: Board | undefined;
  /** The server's time in milliseconds. */
  now: number;
  failure: Error | null;
  isBusy: boolean;
  onRetry: () => void;
  /** The element in which the arrow keys work. */
  keys: RefObject<HTMLElement | null>;
}

/** Lists the games that are on or begin in this or the next hour, with ticks that check their players in. */
export function ArrivalList({ venue, board, other, now, failure, isBusy, onRetry, keys }: ArrivalListProps) {
  const zone = venue.time_zone;
  const arrivals = useMemo(
    () =>
      board === undefined
        ? null
        : arrivalsOf([board, ...(other === undefined ? [] : [other])], now, minutesIn(zone, new Date(now))),
    [board, other, now, zone],
  );
  // The keys act on the row that the focus or the arrows chose, else on the first one without attendance.
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLElement>(null);
  const title = useId();
  const rows = arrivals?.rows ?? [];
  const waiting = rows.find(({ booking }) => booking.attendance === null) ?? rows[0];
  const current = rows.find(({ booking }) => booking.order === chosen) ?? waiting;

  function focusRow(order: string): void {
    list.current?.querySelector<HTMLElement>(`[data-row="${order}"]`)?.focus();
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // With one of these keys it is a key of the browser, such as Meta and the down arrow to scroll to the end.
    if (hasModifier(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isField = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
    if (step === undefined || isField || current === undefined) return;
    event.preventDefault();
    const isInList = list.current?.contains(document.activeElement) === true;
    const to = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(current) + (isInList ? step : 0)))];
    if (to === undefined) return;
    setChosen(to.booking.order);
    focusRow(to.booking.order);
  });
  useEffect(() => {
    const screen = keys.current;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    screen?.addEventListener('keydown', listener);
    return () => screen?.removeEventListener('keydown', listener);
  }, [keys]);

  // A tick that was pressed is removed, so the focus goes to the first row of the list without attendance.
  const wasTicked = useRef(false);
  const refocus = useEffectEvent(() => {
    const isLost = document.activeElement === document.body || document.activeElement === keys.current;
    if (!wasTicked.current || !isLost) return;
    wasTicked.current = false;
    if (waiting !== undefined) focusRow(waiting.booking.order);
  });
  useEffect(() => refocus(), [board, other]);

  return (
    <section
      ref={list}
      aria-labelledby={title}
      className="grid min-w-0 content-start gap-5 min-[40rem]:col-start-1 min-[40rem]:row-start-1"
    >
      <h2 id={title} className="sr-only">
        {checkInTexts.arrivals}
      </h2>
      {failure !== null && (
        <LoadFailure
          title={board === undefined ? checkInTexts.failed : checkInTexts.stale}
          message={failureMessage(failure)}
          retryLabel={checkInTexts.retry}
          isBusy={isBusy}
          onRetry={onRetry}
          strip
        />
      )}
      {arrivals === null && failure === null && (
        <Loading label={checkInTexts.loading}>
          <div className="grid gap-3">
            {Array.from({ length: 6 }, (_, row) => (
              <Skeleton key={row} className="h-13 w-full" />
            ))}
          </div>
        </Loading>
      )}
      {arrivals !== null && rows.length === 0 && (
        <p className="py-6 text-quiet">
          {`${checkInTexts.empty}${arrivals.next === null ? '' : ` ${checkInTexts.next(hourText(arrivals.next))}`}`}
        </p>
      )}
      {arrivals?.hours.map((hour) => (
        <HourRows
          key={hour.minute}
          hour={hour}
          venue={venue}
          now={now}
          current={current?.booking.order}
          onChoose={setChosen}
          onTick={() => {
            // A name keeps the focus: a second press of the key must not check in the player of another row.
            if (list.current?.contains(document.activeElement) && document.activeElement?.tagName === 'A') return;
            wasTicked.current = true;
            setChosen(null);
          }}
        />
      ))}
    </section>
  );
}

function HourRows({ hour, ...props }: Omit<ArrivalRowProps, 'arrival'> & { hour: ArrivalHour }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex items-baseline gap-3">
        <h3 id={id} className="display text-h3">
          {hourText(hour.minute)}
        </h3>
        <p className="figures text-small text-quiet">{checkInTexts.counts(hour.rows.length, hour.here)}</p>
      </div>
      <ul>
        {hour.rows.map((arrival) => (
          <ArrivalRow key={arrival.booking.order} arrival={arrival} {...props} />
        ))}
      </ul>
    </section>
  );
}
