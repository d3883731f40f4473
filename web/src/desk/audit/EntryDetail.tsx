import { Link } from '@tanstack/react-router';
import { failureMessage } from '@/api/failure-message';
import { dateTimeWithYear } from '@/lib/dates';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { paths } from '@/desk/lib/paths';
import { OpenedRecord, RecordFact } from '@/desk/records/OpenedRecord';
import { recordsTexts } from '@/desk/records/texts';
import type { Pages } from '@/desk/records/RecordsList';
import type { Entry } from './audit';
import { DayCheck } from './DayCheck';
import { changesOf, doerOf, sentenceOf, type EntryContext } from './sentences';
import { auditTexts } from './texts';

/** Shows one whole entry, and whether its day is as it was written. */
export function EntryDetail({
  entry,
  pages,
  context,
  onClose,
}: {
  /** The entry; undefined if the loaded pages do not have it. */
  entry: Entry | undefined;
  pages: Pages;
  context: EntryContext;
  onClose: () => void;
}) {
  return (
    <OpenedRecord listTitle={auditTexts.title} onClose={onClose}>
      {entry === undefined ? <Missing pages={pages} /> : <Content entry={entry} context={context} />}
    </OpenedRecord>
  );
}

/** Shown in place of an entry that is not loaded: the list is loading or has failed, or the entry may be on a later page. */
function Missing({ pages }: { pages: Pages }) {
  // On narrow screens the list, which says that it failed, is not shown.
  const isAlone = useMedia('(width < 64rem)');
  if (pages.isPending && pages.error === null) {
    return (
      <Loading label={recordsTexts.loading}>
        <Skeleton className="h-60 w-full" />
      </Loading>
    );
  }
  if (pages.error !== null && isAlone) {
    return (
      <LoadFailure
        title={auditTexts.failed}
        message={failureMessage(pages.error)}
        retryLabel={recordsTexts.retry}
        isBusy={pages.isFetching}
        onRetry={() => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
      />
    );
  }
  if (pages.isLoadingError) return null;
  const more = pages.hasNextPage && (
    <Button variant="outline" size="sm" isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {recordsTexts.more}
    </Button>
  );
  return <EmptyState text={auditTexts.gone} action={more || undefined} />;
}

function Content({ entry, context }: { entry: Entry; context: EntryContext }) {
  const { names, venues, zone } = context;
  const changes = changesOf(entry, context);
  const booking = orderIn(entry);
  const venue = venues.find(({ id }) => id === entry.venue)?.name;
  return (
    <>
      <h2 className="display -mt-2 text-h3 wrap-anywhere">{sentenceOf(entry, context)}</h2>
      {changes.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-[.8125rem] font-bold text-quiet">{auditTexts.changed}</h3>
          <ul className="figures rows rounded-lg border border-line bg-card text-small font-semibold">
            {changes.map((change) => (
              <li key={change} className="px-4 py-2.5 wrap-anywhere">
                {change}
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid gap-1.5 text-small">
        <RecordFact name={auditTexts.by}>{doerOf(entry, names)}</RecordFact>
        {entry.approver !== null && (
          <RecordFact name={auditTexts.approver}>{doerOf({ staff: entry.approver }, names)}</RecordFact>
        )}
        <RecordFact name={auditTexts.when}>{dateTimeWithYear(entry.at, zone)}</RecordFact>
        {entry.device !== null && <RecordFact name={auditTexts.device}>{entry.device}</RecordFact>}
        {venue !== undefined && <RecordFact name={auditTexts.venue}>{venue}</RecordFact>}
        {entry.reason !== null && <RecordFact name={auditTexts.reason}>{entry.reason}</RecordFact>}
        <RecordFact name={auditTexts.number}>{String(entry.id)}</RecordFact>
      </dl>
      {booking !== null && (
        <Link {...paths.audit({ order: booking })} className={link}>
          {auditTexts.toBooking}
        </Link>
      )}
      {entry.subject_kind === 'player' && (
        <Link {...paths.audit({ player: entry.subject_id })} className={link}>
          {auditTexts.toPlayer}
        </Link>
      )}
      <DayCheck key={entry.at.slice(0, 10)} day={entry.at.slice(0, 10)} />
    </>
  );
}

const link = 'flex min-h-11 w-fit items-center text-small font-bold underline underline-offset-4';

/** The booking that an entry is about; null if it is about something else. */
function orderIn({ subject_kind, subject_id }: Entry): string | null {
  if (subject_kind === 'booking') return subject_id;
  // The key of a message about a booking begins with the booking's number.
  const order = subject_kind === 'message' ? /^(\d{10})[.-]/.exec(subject_id)?.[1] : undefined;
  return order ?? null;
}
