import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import type { ReportsSearch } from '@/desk/lib/search';
import { CancellationReport } from './CancellationReport';
import { CouponReport } from './CouponReport';
import { NoShowReport } from './NoShowReport';
import { OccupancyReport } from './OccupancyReport';
import { daysText } from './period';
import { PrimeHoursReport } from './PrimeHours';
import { writeBehind, type Report, type ReportQuestion } from './report';
import { RevenueReport } from './RevenueReport';
import { reportsTexts } from './texts';

/** Opens the list of what is behind a figure. */
export type OpenBehind = (filter: Readonly<Record<string, string | number>>) => void;

/** The figures of the report that is shown. */
export function ReportBody({
  report,
  venue,
  question,
  search,
  today,
}: {
  report: Report;
  venue: Me['venues'][number];
  question: ReportQuestion;
  search: ReportsSearch;
  today: string;
}) {
  const navigate = useNavigate();
  const open: OpenBehind = (filter) =>
    void navigate(paths.reports(question.name, { ...search, behind: writeBehind(filter) }));
  return (
    <>
      {body()}
      {report.before !== null && (
        <p className="figures mt-4 text-tiny text-quiet">
          {`${reportsTexts.comparedWith(daysText(report.before, today))}.`}
          {/* The coupons have a table, without bars. */}
          {question.name !== 'coupons' && ` ${reportsTexts.lineBefore}`}
        </p>
      )}
    </>
  );

  function body() {
    const { figures } = report;
    switch (figures.report) {
      case 'occupancy':
        return <OccupancyReport figures={figures} question={question} search={search} onOpen={open} />;
      case 'revenue':
        return <RevenueReport figures={figures} onOpen={open} />;
      case 'no_shows':
        return <NoShowReport figures={figures} onOpen={open} />;
      case 'cancellations':
        return <CancellationReport figures={figures} onOpen={open} />;
      case 'coupons':
        return <CouponReport figures={figures} onOpen={open} />;
      case 'prime_hours':
        return <PrimeHoursReport figures={figures} venue={venue} />;
    }
  }
}
