import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Hourglass } from 'lucide-react';
import { failureMessage } from '@/api/failure-message';
import { dayIn } from '@/lib/dates';
import { LoadFailure } from '@/ui/LoadFailure';
import { closuresQuery, type Closure } from '@/desk/api/closures';
import { closeTexts } from './texts';
import { useRefetchOnVersion } from './use-refetch-on-version';

/**
 * The closures of the day that block a court from this day on or ended a booking; each opens the answers of its players. Renders nothing
 * if there are none.
 */
export function EarlierClosures({
  venue,
  zone,
  day,
  version,
  onWatch,
}: {
  venue: number;
  /** The venue's time zone. */
  zone: string;
  day: string;
  /** The version of the board. */
  version: string | undefined;
  onWatch: (closure: string) => void;
}) {
  const query = useQuery(closuresQuery(venue, day));
  useRefetchOnVersion(version, query.refetch);
  if (query.data === undefined && query.error !== null) {
    return (
      <LoadFailure
        title={closeTexts.closuresFailed}
        message={failureMessage(query.error)}
        retryLabel={closeTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
        strip
      />
    );
  }
  // Of a closure over several days that was opened again, the part that was over by then stays blocked.
  const isClosed = ({ blocked_until }: Closure) =>
    blocked_until !== null && dayIn(zone, new Date(Date.parse(blocked_until) - 1)) >= day;
  const closures = query.data?.closures.filter((one) => isClosed(one) || one.ended_bookings > 0) ?? [];
  if (closures.length === 0) return null;
  return (
    <section aria-label={closeTexts.today}>
      <h3 className="mb-2 text-[.8125rem] font-bold text-quiet">{closeTexts.today}</h3>
      <ul className="grid gap-1.5">
        {closures.map((closure) => (
          <li key={closure.id}>
            <button
              type="button"
              onClick={() => onWatch(closure.id)}
              className="flex min-h-12 w-full items-center gap-3 rounded-md border border-line bg-card px-3 py-2 text-left hover:border-edge"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-bold">
                  {/* Of courts that are open again the number may not be known any more. */}
                  {isClosed(closure) ? closeTexts.watch(closure.courts, closure.reason) : closure.reason}
                </span>
                {closure.offers > 0 && (
                  <span
                    className={`flex items-center gap-1.5 text-[.8125rem] font-semibold ${closure.open_offers > 0 ? 'text-warn' : 'text-quiet'}`}
                  >
                    {closure.open_offers > 0 && (
                      <Hourglass aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
                    )}
                    {closure.open_offers > 0 ? closeTexts.unanswered(closure.open_offers) : closeTexts.noAnswerPending}
                  </span>
                )}
              </span>
              <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-quiet" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
