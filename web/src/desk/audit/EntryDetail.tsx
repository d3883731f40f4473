import { Link } from '@tanstack/react-router';
import { ChevronLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { momentText } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { paths } from '@/desk/lib/paths';
import { recordsTexts } from '@/desk/records/texts';
import type { Entry } from './audit';
import { DayCheck } from './DayCheck';
import { changesOf, doerOf, sentenceOf, type Reader } from './sentences';
import { auditTexts } from './texts';

/** One entry with all that it says, and whether its day is as it was written. */
export function EntryDetail({
  entry,
  reader,
  onClose,
}: {
  /** Undefined if the list does not have it. */
  entry: Entry | undefined;
  reader: Reader;
  onClose: () => void;
}) {
  return (
    <article aria-label={auditTexts.title} className="grid gap-5 p-4 pb-10 lg:p-6">
      <div className="flex items-center justify-between">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-4 lg:hidden"
          icon={<ChevronLeft aria-hidden="true" className="size-4.5" />}
          onClick={onClose}
        >
          {auditTexts.title}
        </Button>
        <IconButton
          variant="ghost"
          className="ml-auto max-lg:hidden"
          label={recordsTexts.close}
          aria-keyshortcuts="Escape"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onClose}
        />
      </div>
      {entry === undefined ? <EmptyState text={auditTexts.gone} /> : <Content entry={entry} reader={reader} />}
    </article>
  );
}

function Content({ entry, reader }: { entry: Entry; reader: Reader }) {
  const { names, venues, zone } = reader;
  const changes = changesOf(entry, reader);
  const booking = orderIn(entry);
  const venue = venues.find(({ id }) => id === entry.venue)?.name;
  return (
    <>
      <h2 className="display -mt-2 text-h3 wrap-anywhere">{sentenceOf(entry, reader)}</h2>
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
        <Fact name={auditTexts.by}>{doerOf(entry, names)}</Fact>
        {entry.approver !== null && <Fact name={auditTexts.approver}>{doerOf({ staff: entry.approver }, names)}</Fact>}
        <Fact name={auditTexts.when}>{momentText(entry.at, zone)}</Fact>
        {entry.device !== null && <Fact name={auditTexts.device}>{entry.device}</Fact>}
        {venue !== undefined && <Fact name={auditTexts.venue}>{venue}</Fact>}
        {entry.reason !== null && <Fact name={auditTexts.reason}>{entry.reason}</Fact>}
        <Fact name={auditTexts.number}>{String(entry.id)}</Fact>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-28 shrink-0 text-quiet">{name}</dt>
      <dd className="figures min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The booking that an entry is about; null if it is about something else. */
function orderIn({ subject_kind, subject_id }: Entry): string | null {
  if (subject_kind === 'booking') return subject_id;
  // A message's key begins with the number of its booking.
  const order = subject_kind === 'message' ? /^(\d{10})[.-]/.exec(subject_id)?.[1] : undefined;
  return order ?? null;
}
