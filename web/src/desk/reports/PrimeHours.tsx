import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { chipDay, dayForScreenReaders, dayIn, hourText, minutesIn, monthOf, weekdayOf } from '@/lib/dates';
import { copyText, share } from '@/lib/share';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { clockOffset } from '@/desk/api/connection';
import type { Me } from '@/desk/api/me';
import { countText } from '@/desk/lib/count-text';
import { paths } from '@/desk/lib/paths';
import { useServerNow } from '@/desk/lib/use-server-now';
import { moneyText, percentText } from './figure-text';
import { reportQuery, type FiguresOf } from './report';
import { PartStatus } from '@/desk/layout/PartStatus';
import { PrimeHoursDialog } from './PrimeHoursDialog';
import { reportsTexts } from './texts';

type Prime = FiguresOf<'prime_hours'>;
type Hour = Prime['hours'][number];
type Venue = Me['venues'][number];

/** The number of the emptiest hours that are named. */
const NAMED = 5;
/** How often it is checked whether an hour has begun, in milliseconds. */
const STEP_MILLISECONDS = 60_000;

/** The free prime hours, if there is room. The window of their courts stays open when the room is gone. */
export function PrimeHoursAside({ venue, hasRoom }: { venue: Venue; hasRoom: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({
    ...reportQuery({ name: 'prime-hours', venue: venue.id, days: null, isCompared: false }),
    enabled: hasRoom,
  });
  const report = query.data;
  return (
    <div className="scheme-dark contents">
      {hasRoom && (
        <aside
          aria-label={reportsTexts.names['prime-hours']}
          className="m-3 ml-0 w-96 shrink-0 overflow-y-auto rounded-xl bg-deep p-5 text-ink"
        >
          {report?.figures.report === 'prime_hours' ? (
            <PrimeHoursList figures={report.figures} venue={venue} onOpen={() => setIsOpen(true)} />
          ) : (
            <PartStatus
              query={query}
              loading={reportsTexts.loading}
              failed={reportsTexts.failed}
              retry={reportsTexts.retry}
              height="h-40"
            />
          )}
        </aside>
      )}
      {isOpen && <PrimeHoursDialog venue={venue.id} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** The free prime hours as a report of their own. */
export function PrimeHoursReport(props: { figures: Prime; venue: Venue }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="max-w-2xl rounded-xl border border-line bg-card p-4 min-[40rem]:p-5">
      <PrimeHoursList {...props} onOpen={() => setIsOpen(true)} />
      {isOpen && <PrimeHoursDialog venue={props.venue.id} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function PrimeHoursList({
  figures,
  venue,
  onOpen,
}: {
  figures: Prime;
  venue: Venue;
  /** Opens the window of the courts behind the figure. */
  onOpen: () => void;
}) {
  const now = new Date(useServerNow(clockOffset(), STEP_MILLISECONDS));
  const [today, nowMinute] = [dayIn(venue.time_zone, now), minutesIn(venue.time_zone, now)];
  const hasBegun = (day: string, minute: number) => day < today || (day === today && minute <= nowMinute);
  const days = [...new Set(figures.hours.map(({ day }) => day))];
  const minutes = [...new Set(figures.hours.map(({ minute }) => minute))].toSorted((a, b) => a - b);
  const at = new Map(figures.hours.map((hour) => [`${hour.day} ${hour.minute}`, hour]));
  const emptiest = figures.hours
    .filter(({ free }) => free > 0)
    .toSorted((a, b) => b.free - a.free || a.day.localeCompare(b.day) || a.minute - b.minute)
    .slice(0, NAMED);
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <p className="figures text-small text-quiet">
          {reportsTexts.nextDays(hourText(figures.prime_from_hour * 60), hourText(figures.prime_until_hour * 60))}
        </p>
        <h2 className="display text-h3">
          <button
            type="button"
            aria-haspopup="dialog"
            className="-my-1.5 min-h-11 text-left hover:underline"
            onClick={onOpen}
          >
            {reportsTexts.primeFree(figures.free)}
          </button>
        </h2>
        <p className="figures text-small text-quiet">
          {reportsTexts.primeOf(countText(figures.slots), moneyText(figures.worth_paise))}
        </p>
      </header>
      <table className="figures w-full table-fixed border-separate border-spacing-1 text-center">
        <caption className="sr-only">{reportsTexts.primeTable}</caption>
        <thead>
          <tr className="text-[.78125rem] text-quiet">
            <th scope="col" className="w-16">
              <span className="sr-only">{reportsTexts.weekday}</span>
            </th>
            {minutes.map((minute) => (
              <th key={minute} scope="col" className="font-semibold whitespace-nowrap">
                {hourText(minute)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row" className="text-left leading-tight">
                <span className="display block text-[1.0625rem]" aria-hidden="true">
                  {weekdayOf(day)}
                </span>
                <span className="block text-[.75rem] font-normal text-quiet" aria-hidden="true">
                  {`${Number(day.slice(8))} ${monthOf(day)}`}
                </span>
                <span className="sr-only">{dayForScreenReaders(day)}</span>
              </th>
              {minutes.map((minute) => (
                <FreeCell
                  key={minute}
                  venue={venue.id}
                  hour={at.get(`${day} ${minute}`)}
                  hasBegun={hasBegun(day, minute)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {emptiest.length === 0 ? (
        <p className="text-small text-quiet">{reportsTexts.noneFree}</p>
      ) : (
        <section className="border-t border-line pt-3">
          <h3 className="text-small font-bold">{reportsTexts.emptiest}</h3>
          <ul className="figures mt-1">
            {emptiest.map((hour) => (
              <li
                key={`${hour.day} ${hour.minute}`}
                className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-small last:border-b-0"
              >
                <span className="font-bold">
                  {`${chipDay(hour.day)}, ${hourText(hour.minute)} · ${reportsTexts.free(hour.free)}`}
                </span>
                <span className="text-quiet">{reportsTexts.usually(percentText(hour.usual_tenths))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {emptiest.length > 0 && (
        <Button
          variant="lime"
          wide
          icon={<Share2 aria-hidden="true" className="size-5" />}
          onClick={() => void shareList(figures)}
        >
          {reportsTexts.share}
        </Button>
      )}
    </div>
  );
}

function FreeCell({
  venue,
  hour,
  hasBegun,
}: {
  venue: number;
  /** Undefined if the hour has begun, or no court is for sale then. */
  hour: Hour | undefined;
  hasBegun: boolean;
}) {
  if (hour === undefined) {
    return (
      <td className="text-[.75rem] text-quiet">
        {hasBegun ? (
          reportsTexts.begun
        ) : (
          <>
            <span aria-hidden="true">·</span>
            <span className="sr-only">{reportsTexts.notForSale}</span>
          </>
        )}
      </td>
    );
  }
  if (hour.free === 0) {
    return <td className="h-11 rounded-md border border-line text-[.75rem] text-quiet">{reportsTexts.noCourt}</td>;
  }
  return (
    <td className="p-0">
      <Link
        {...paths.board(venue, { day: hour.day, hour: Math.max(0, hour.minute - 60) })}
        className="grid h-11 place-items-center rounded-md border-2 border-surround bg-court font-bold text-white"
      >
        <span aria-hidden="true">{hour.free}</span>
        <span className="sr-only">{`${reportsTexts.free(hour.free)}, ${hourText(hour.minute)}`}</span>
      </Link>
    </td>
  );
}

/** The free hours as lines of text. */
export function freeHoursText({ hours }: Prime): string {
  const days = new Map<string, string[]>();
  for (const { day, minute, free } of hours) {
    if (free > 0) days.set(day, [...(days.get(day) ?? []), `${hourText(minute)} (${free})`]);
  }
  return [...days].map(([day, ofDay]) => `${chipDay(day)}: ${ofDay.join(', ')}`).join('\n');
}

/** Shares the list by the device's share sheet, or copies it if the device has none. */
async function shareList(figures: Prime): Promise<void> {
  const text = `${reportsTexts.primeFree(figures.free)}\n${freeHoursText(figures)}`;
  if ('share' in navigator) {
    if ((await share({ text })) === 'failed') toast.error(reportsTexts.notShared);
    return;
  }
  if (await copyText(text)) toast.success(reportsTexts.copied);
  else toast.error(reportsTexts.notCopied);
}
