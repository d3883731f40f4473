import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '@/ui/EmptyState';
import { paths } from '@/desk/lib/paths';
import type { ReportsSearch } from '@/desk/lib/search';
import { hoursText } from '@/desk/lib/hours-text';
import { countText } from '@/desk/lib/count-text';
import { changeOf, moneyText, percentText, pointsOf } from './figure-text';
import { HeatLegend, HeatMap } from './HeatMap';
import { leadBars } from './NoShowReport';
import { Bars } from './Bars';
import { PartStatus } from '@/desk/layout/PartStatus';
import { HeadFigures } from './HeadFigures';
import { reportQuery, type FiguresOf, type ReportQuestion } from './report';
import type { OpenBehind } from './ReportBody';
import { wayBars } from './RevenueReport';
import { ShownFigures } from './ShownFigures';
import { reportsTexts } from './texts';

/** Shows what was sold of the open hours. */
export function OccupancyReport({
  figures,
  question,
  search,
  onOpen,
}: {
  figures: FiguresOf<'occupancy'>;
  question: ReportQuestion;
  search: ReportsSearch;
  onOpen: OpenBehind;
}) {
  const { sold, sold_minutes, bookings, worth_paise, closed } = figures;
  const all = () => onOpen({});
  return (
    <>
      <HeadFigures
        label={reportsTexts.names.occupancy}
        figures={[
          {
            label: reportsTexts.occupancyOf(sold.whole / 60, hoursText(sold.whole)),
            value: percentText(sold.tenths),
            difference: pointsOf(sold),
            onOpen: all,
          },
          {
            label: reportsTexts.hoursSold,
            value: hoursText(sold_minutes.value),
            difference: changeOf(sold_minutes),
            onOpen: all,
          },
          {
            label: reportsTexts.bookings,
            value: countText(bookings.value),
            difference: changeOf(bookings),
            onOpen: all,
          },
          {
            label: reportsTexts.worth,
            value: moneyText(worth_paise.value),
            difference: changeOf(worth_paise),
            onOpen: all,
          },
        ]}
      />
      {bookings.value === 0 && <EmptyState title={reportsTexts.empty} text={reportsTexts.emptyText} />}
      <HeatMap figures={figures} onOpen={(weekday, hour) => onOpen({ weekday, hour })} />
      <HeatLegend figures={figures} />
      {closed.length > 0 && (
        <p className="figures mt-2 text-tiny text-quiet">
          {reportsTexts.closed(
            closed
              .map(({ reason, minutes }) => reportsTexts.closedFor(reason, reportsTexts.hours(hoursText(minutes))))
              .join(', '),
          )}
        </p>
      )}
      <div className="mt-5 grid items-start gap-4 lg:grid-cols-2">
        <RevenueCard question={question} search={search} />
        <NoShowCard question={question} search={search} />
      </div>
    </>
  );
}

function Card({
  title,
  to,
  search,
  children,
}: {
  title: string;
  to: string;
  search: ReportsSearch;
  children: ReactNode;
}) {
  return (
    <section className="rounded-xl border border-line bg-card p-3">
      <h2 className="display mb-2 px-2 text-h4">
        <Link {...paths.reports(to, search)} className="inline-flex min-h-11 items-center hover:underline">
          {title}
        </Link>
      </h2>
      {children}
    </section>
  );
}

function RevenueCard({ question, search }: { question: ReportQuestion; search: ReportsSearch }) {
  const query = useQuery(reportQuery({ ...question, name: 'revenue' }));
  const figures = query.data?.figures;
  return (
    <Card title={reportsTexts.names.revenue} to="revenue" search={search}>
      {figures?.report !== 'revenue' ? (
        <PartStatus
          query={query}
          loading={reportsTexts.loading}
          failed={reportsTexts.failed}
          retry={reportsTexts.retry}
          height="h-40"
        />
      ) : figures.ways.length === 0 ? (
        <p className="px-2 pb-2 text-small text-quiet">{reportsTexts.noMoney}</p>
      ) : (
        <ShownFigures isOfOtherDays={query.isPlaceholderData}>
          <Bars title={reportsTexts.howPaid} bars={wayBars(figures, null)} />
        </ShownFigures>
      )}
    </Card>
  );
}

function NoShowCard({ question, search }: { question: ReportQuestion; search: ReportsSearch }) {
  const query = useQuery(reportQuery({ ...question, name: 'no-shows' }));
  const figures = query.data?.figures;
  return (
    <Card title={reportsTexts.names['no-shows']} to="no-shows" search={search}>
      {figures?.report === 'no_shows' ? (
        <ShownFigures isOfOtherDays={query.isPlaceholderData}>
          <Bars title={reportsTexts.byLead} bars={leadBars(figures, null)} />
        </ShownFigures>
      ) : (
        <PartStatus
          query={query}
          loading={reportsTexts.loading}
          failed={reportsTexts.failed}
          retry={reportsTexts.retry}
          height="h-40"
        />
      )}
    </Card>
  );
}
