import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { courtName } from '@/lib/court-name';
import { chipDay, hourText, dateTimeText, timeText } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import type { Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { countText } from '@/desk/lib/count-text';
import { weekdayName } from '@/desk/lib/weekdays';
import { moneyText } from './figure-text';
import { ListStatus } from './ListStatus';
import { behindQuery, type Figures, type ReportQuestion, type ReportRow } from './report';
import { reportsTexts } from './texts';

/** Lists the bookings behind a figure, or the payments and refunds. */
export function BehindDialog({
  question,
  filter,
  venue,
  hasBoard,
  figures,
  onClose,
}: {
  question: ReportQuestion;
  filter: Record<string, string>;
  venue: Me['venues'][number];
  /** Whether the venue has a board to link to. */
  hasBoard: boolean;
  /** The figures of the report, which have the names of people. */
  figures: Figures | undefined;
  onClose: () => void;
}) {
  const query = useInfiniteQuery(behindQuery(question, filter));
  const first = query.data?.pages[0];
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const isMoney = question.name === 'revenue';
  const failed = isMoney ? reportsTexts.moneyBehindFailed : reportsTexts.behindFailed;
  return (
    <Dialog open onClose={onClose} size="md" title={titleOf(question, filter, figures)}>
      <div className="grid gap-3">
        {first !== undefined && (
          <p className="figures font-bold" role="status">
            {isMoney
              ? reportsTexts.behindMoney(first.count, countText(first.count))
              : reportsTexts.behindCount(first.count, countText(first.count))}
            {first.amount_paise !== null && ` · ${moneyText(first.amount_paise)}`}
          </p>
        )}
        {first?.count === 0 && <p className="text-quiet">{reportsTexts.behindEmpty}</p>}
        {!query.isFetchNextPageError && (
          <ListStatus query={query} failed={failed} onRetry={() => void query.refetch()} />
        )}
        {rows.length > 0 && (
          <ul
            aria-label={isMoney ? reportsTexts.moneyBehind : reportsTexts.behind}
            className="rows overflow-clip rounded-xl border border-line"
          >
            {rows.map((row) => (
              <Row
                key={`${row.order} ${row.money} ${row.at} ${row.amount_paise}`}
                row={row}
                venue={venue}
                hasBoard={hasBoard}
              />
            ))}
          </ul>
        )}
        {/* Beside the button that was pressed: the head of a long list is out of view. */}
        {query.isFetchNextPageError && (
          <ListStatus query={query} failed={failed} onRetry={() => void query.fetchNextPage()} />
        )}
        {query.hasNextPage && (
          <Button
            variant="outline"
            size="md"
            wide
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {reportsTexts.showMore}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Row({ row, venue, hasBoard }: { row: ReportRow; venue: Me['venues'][number]; hasBoard: boolean }) {
  const { order, day, minute, court_name, name, amount_paise, status, money, at, bookings } = row;
  const what =
    money !== null
      ? `${reportsTexts.events[money]} ${at === null ? '' : dateTimeText(at, venue.time_zone)}`
      : status === null || !(status in reportsTexts.statuses)
        ? ''
        : reportsTexts.statuses[status as keyof typeof reportsTexts.statuses];
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-tight font-bold">{name}</span>
        <span className="figures block text-small text-quiet">
          {reportsTexts.place(chipDay(day), timeText(minute), courtName(court_name))}
        </span>
        <span className="figures block text-small text-quiet">
          {bookings > 1 ? `${what} · ${reportsTexts.games(bookings)}` : what}
        </span>
      </span>
      <span className={`figures shrink-0 text-small font-bold ${amount_paise < 0 ? 'text-warn' : ''}`}>
        {moneyText(amount_paise)}
      </span>
    </>
  );
  if (!hasBoard) return <li className="flex min-h-14 items-center gap-3 px-3 py-2">{content}</li>;
  return (
    <li>
      <Link
        {...paths.board(venue.id, { day, open: order })}
        className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-raised"
      >
        {content}
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-quiet" />
      </Link>
    </li>
  );
}

/** The title of the list: "Occupancy: Sat, 7 PM". */
function titleOf({ name }: ReportQuestion, filter: Record<string, string>, figures: Figures | undefined): string {
  const parts = Object.entries(filter).map(([condition, value]) => partOf(condition, value, figures));
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? reportsTexts.names[name] : `${reportsTexts.names[name]}: ${known.join(', ')}`;
}

function partOf(condition: string, value: string, figures: Figures | undefined): string {
  const from = (texts: Readonly<Record<string, string>>) => texts[value] ?? '';
  switch (condition) {
    case 'weekday':
      return weekdayName(Number(value));
    case 'hour':
      return hourText(Number(value) * 60);
    case 'way':
      return value === 'imported' ? reportsTexts.imported : from(dayMoneyTexts.ways);
    case 'source':
      return from(reportsTexts.sources);
    case 'lead':
      return from(reportsTexts.leads);
    case 'how':
      return from(reportsTexts.hows);
    case 'by':
      return from(reportsTexts.cancellers);
    case 'sold_again':
      return reportsTexts.soldAgain;
    case 'new_players':
      return reportsTexts.newPlayers;
    case 'coupon':
      return value;
    case 'person': {
      if (value === 'nobody') return reportsTexts.nobody;
      const people = figures?.report === 'revenue' ? figures.people : [];
      const person = people.find(({ id }) => id === value);
      return person === undefined ? '' : (person.name ?? reportsTexts.unknownPerson);
    }
    default:
      return '';
  }
}
