import { Link } from '@tanstack/react-router';
import { minutesIn, timeText } from '@/lib/dates';
import { paths } from '@/desk/lib/paths';
import type { RecordsSearch } from '@/desk/lib/records-search';
import type { Entry } from './audit';
import { changesOf, doerOf, sentenceOf, type EntryContext } from './sentences';

/** A line shows at most this many of the changed fields. */
const FIELDS = 2;

/** An entry in the list: when it was done, what was done and changed, and who did it. */
export function EntryRow({ entry, context, search }: { entry: Entry; context: EntryContext; search: RecordsSearch }) {
  const changes = changesOf(entry, context);
  const time = timeText(minutesIn(context.zone, new Date(entry.at)));
  return (
    <li>
      <Link
        {...paths.audit({ ...search, open: String(entry.id) })}
        data-row={entry.id}
        aria-current={search.open === String(entry.id) ? 'true' : undefined}
        className="flex min-h-14 gap-4 px-4 py-2.5 hover:bg-raised focus-visible:-outline-offset-2 aria-[current=true]:bg-raised"
      >
        <time dateTime={entry.at} className="figures w-16 shrink-0 text-[.8125rem] leading-5 text-quiet">
          {time}
        </time>
        <span className="min-w-0 flex-1">
          <span className="block leading-5 font-bold wrap-anywhere">{sentenceOf(entry, context)}</span>
          {changes.length > 0 && (
            <span className="figures line-clamp-2 text-small text-quiet wrap-anywhere">
              {changes.slice(0, FIELDS).join(' · ')}
            </span>
          )}
          <span className="block text-[.8125rem] text-quiet">
            {doerOf(entry, context.names)}
            {entry.reason !== null && ` · “${entry.reason}”`}
          </span>
        </span>
      </Link>
    </li>
  );
}
