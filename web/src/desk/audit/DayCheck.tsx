import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldEllipsis } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { chipDay } from '@/lib/dates';
import { LoadFailure } from '@/ui/LoadFailure';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { recordsTexts } from '@/desk/records/texts';
import { auditDayQuery } from './audit';
import { auditTexts } from './texts';

/** The digest of a UTC day, its four characters, and what comparing it finds. */
export function DayCheck({ day }: { day: string }) {
  const query = useQuery(auditDayQuery(day));
  const found = query.data;
  if (found === undefined && query.error !== null) {
    return (
      <LoadFailure
        title={auditTexts.dayFailed}
        message={failureMessage(query.error)}
        retryLabel={recordsTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
        strip
      />
    );
  }
  if (found === undefined) {
    return (
      <Loading label={recordsTexts.loading}>
        <Skeleton className="h-28 w-full" />
      </Loading>
    );
  }
  const { state, check, digest, entries } = found;
  const Icon = { intact: ShieldCheck, changed: ShieldAlert, open: ShieldEllipsis, empty: ShieldEllipsis }[state];
  const tone = { intact: 'text-good', changed: 'text-bad', open: 'text-quiet', empty: 'text-quiet' }[state];
  const says = {
    intact: auditTexts.dayIntact,
    changed: auditTexts.dayChanged,
    open: auditTexts.dayOpen,
    empty: auditTexts.dayEmpty,
  }[state];
  return (
    <section className="grid gap-2 rounded-lg border border-line bg-card p-4">
      <h3 className="flex items-center gap-2.5 text-small font-bold">
        <Icon aria-hidden="true" className={`size-5 shrink-0 ${tone}`} />
        <span className="min-w-0 flex-1">{auditTexts.dayTitle(chipDay(day))}</span>
        {check !== null && <span className="display figures text-h4 tracking-widest">{check}</span>}
      </h3>
      <p className={`text-small ${state === 'changed' ? 'font-semibold text-bad' : 'text-quiet'}`}>{says}</p>
      <p className="figures text-[.8125rem] text-quiet">
        {auditTexts.dayEntries(entries)} · {auditTexts.dayHint}
      </p>
      {digest !== null && <p className="font-mono text-[.6875rem] break-all text-quiet">{digest}</p>}
    </section>
  );
}
