import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { courtName } from '@/lib/court-name';
import { dayForScreenReaders, dayIn, hourText, timeOrDateTime } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useStore } from '@/lib/store';
import { useTitle } from '@/lib/title';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { boardQuery, type KeptBoard } from '@/desk/api/board';
import { clockOffset } from '@/desk/api/connection';
import { withQueued } from '@/desk/api/fact';
import { useMe, type Me } from '@/desk/api/me';
import { queueStore } from '@/desk/api/queue';
import { boardModel, type BookingCell, type Cell } from '@/desk/day/board-model';
import { missingVenueText } from '@/desk/layout/missing-venue';
import { paths } from '@/desk/lib/paths';
import { useServerNow } from '@/desk/lib/use-server-now';
import { sheetsOf, type Sheet } from './sheets';
import { printTexts } from './texts';

type Venue = Me['venues'][number];

/** How often the screen checks whether a new day has begun, in milliseconds. */
const STEP_MILLISECONDS = 30_000;

/** The day of a venue for printing: who plays where and when, what is due, and a box to tick. */
export function PrintPage() {
  useTitle(printTexts.title);
  const { venue: id } = useParams({ from: '/v/$venue/print' });
  const me = useMe();
  if (me === undefined) return null;
  const venue = me.venues.find((one) => String(one.id) === id);
  if (venue === undefined) return <EmptyState text={missingVenueText(me, id, printTexts.noVenue)} />;
  return <PrintedDay venue={venue} />;
}

function PrintedDay({ venue }: { venue: Venue }) {
  const search = useSearch({ from: '/v/$venue/print' });
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  const today = dayIn(venue.time_zone, new Date(now));
  const day = search.day ?? today;
  const query = useQuery({ ...boardQuery(venue.id, day), staleTime: 0 });
  const kept = query.data;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-8 print:overflow-visible print:p-0">
      <div className="flex flex-wrap items-center gap-3 py-3 print:hidden">
        <BackButton label={printTexts.back} render={<Link {...paths.board(venue.id, search)} />} />
        <h1 className="display min-w-0 flex-1 text-h2">{printTexts.title}</h1>
        <Button
          variant="lime"
          size="md"
          icon={<Printer aria-hidden="true" className="size-5" />}
          disabled={kept === undefined}
          onClick={() => window.print()}
        >
          {printTexts.print}
        </Button>
      </div>
      {query.error !== null && (
        <div className="print:hidden">
          <LoadFailure
            title={printTexts.failed}
            message={failureMessage(query.error)}
            retryLabel={printTexts.retry}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {kept === undefined && query.error === null && (
        <Loading label={printTexts.loading}>
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
      {kept !== undefined && <Sheets venue={venue} kept={kept} readAt={kept.keptAt ?? query.dataUpdatedAt} now={now} />}
    </div>
  );
}

function Sheets({
  venue,
  kept: { board: read, ahead },
  readAt,
  now,
}: {
  venue: Venue;
  kept: KeptBoard;
  readAt: number;
  now: number;
}) {
  const at = readAt + ahead;
  // With what waits on this device, so that money that was taken without a network is not asked for again.
  const board = withQueued(read, useStore(queueStore));
  const model = boardModel(board, at);
  const sheets = sheetsOf(model);
  if (sheets.length === 0) return <EmptyState text={printTexts.closed} />;
  // A cancelled booking that waits for its refund is not on the sheet.
  const notCancelled = board.bookings.filter(({ status }) => status !== 'cancel_requested');
  const due = board.bookings.reduce((sum, { due_paise }) => sum + due_paise, 0);
  const facts = {
    title: `${venue.name}, ${dayForScreenReaders(board.day)}`,
    asOf: printTexts.asOf(timeOrDateTime(new Date(at).toISOString(), venue.time_zone, now)),
    summary: printTexts.summary(notCancelled.length, rupees(due / 100)),
  };
  return (
    // Positioned, so that it also clips what is only for screen readers, which would make the page wider than the window.
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys; nothing in it can be pressed
    <div
      role="group"
      aria-label={facts.title}
      tabIndex={0}
      className="relative grid gap-6 overflow-x-auto outline-none focus-visible:focus-ring print:block print:overflow-visible"
    >
      {sheets.map((sheet, index) => (
        <PrintedSheet
          key={sheet.columns[0]?.minute}
          sheet={sheet}
          facts={facts}
          number={printTexts.sheet(index + 1, sheets.length)}
        />
      ))}
    </div>
    // oxlint-enable jsx-a11y/no-noninteractive-tabindex
  );
}

/** One sheet as it is printed, dark on white in both themes. */
function PrintedSheet({
  sheet: { columns, rows },
  facts: { title, asOf, summary },
  number,
}: {
  sheet: Sheet;
  facts: { title: string; asOf: string; summary: string };
  number: string;
}) {
  const [first] = columns;
  const last = columns.at(-1);
  const end = last && last.minute + (last.endsAt - last.startsAt) / 60_000;
  const hours = first && end ? printTexts.hours(hourText(first.minute), hourText(end)) : '';
  return (
    <section
      aria-label={`${number}, ${hours}`}
      className="figures min-w-[62rem] break-after-page rounded-md bg-white p-5 text-[.8125rem] leading-tight text-ink scheme-light last:break-after-auto print:min-w-0 print:rounded-none print:p-0 print:text-[8pt]"
    >
      <header className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lead font-bold print:text-[13pt]">{`${title}, ${hours}`}</h2>
        <p>{`${summary} · ${asOf} · ${number}`}</p>
      </header>
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            <th scope="col" className="w-16 border border-ink px-1.5 py-1 text-left">
              {printTexts.court}
            </th>
            {columns.map(({ minute }) => (
              <th key={minute} scope="col" className="border border-ink px-1.5 py-1 text-left">
                {hourText(minute)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ court, cells }) => (
            <tr key={court.id} className="break-inside-avoid">
              <th scope="row" className="border border-ink px-1.5 text-left">
                {courtName(court.name)}
              </th>
              {cells.map(({ cell, span }) => (
                <td key={cell.key} colSpan={span} className="h-12 border border-ink p-1.5 align-top">
                  <PrintedCell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The mark of a bar: the players came if they came to one of its hours. */
function attendanceOf(bookings: BookingCell['bookings']): 'arrived' | 'absent' | null {
  if (bookings.some(({ attendance }) => attendance === 'arrived')) return 'arrived';
  return bookings.every(({ attendance }) => attendance === 'absent') ? 'absent' : null;
}

function PrintedCell({ cell }: { cell: Cell }) {
  switch (cell.kind) {
    case 'free':
      return null;
    case 'block':
    case 'displaced':
      return <em>{cell.reason}</em>;
    case 'hold':
    case 'desk_hold':
      return <em>{printTexts.booking}</em>;
    case 'booking': {
      const [{ phone_tail }] = cell.bookings;
      const attendance = attendanceOf(cell.bookings);
      return (
        <div className="flex gap-1.5">
          <span
            aria-hidden="true"
            className="grid size-4 shrink-0 place-items-center border-[1.5px] border-ink font-bold"
          >
            {attendance === 'arrived' ? '✓' : attendance === 'absent' ? '×' : ''}
          </span>
          <span className="min-w-0">
            <b className="block break-words">{cell.name}</b>
            {phone_tail === null ? `${printTexts.noNumber} ` : `··${phone_tail} `}
            <span className="whitespace-nowrap">
              {cell.due_paise > 0 ? printTexts.due(rupees(cell.due_paise / 100)) : printTexts.paid}
            </span>
            {attendance !== null && (
              <span className="sr-only">{attendance === 'arrived' ? printTexts.arrived : printTexts.absent}</span>
            )}
          </span>
        </div>
      );
    }
  }
}
