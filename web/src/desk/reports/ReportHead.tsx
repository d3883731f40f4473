import { Link } from '@tanstack/react-router';
import { ArrowUpDown, ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { may, type Me } from '@/desk/api/me';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { paths } from '@/desk/lib/paths';
import type { ReportsSearch } from '@/desk/lib/search';
import { useShortcutName } from '@/desk/lib/single-keys';
import { DaysDialog } from './DaysDialog';
import { downloadTable } from './download-table';
import { ExportDialog } from './ExportDialog';
import { daysOf, daysText, kindOf, type Period, type PeriodKind } from './period';
import type { ReportName, ReportQuestion } from './report';
import { reportsTexts } from './texts';

const KINDS = ['week', 'fourWeeks', 'month', 'days'] as const satisfies readonly PeriodKind[];

/** Chooses the venue, the days and the comparison, and opens the export of a table. */
export function ReportHead({
  me,
  venues,
  venue,
  question,
  period,
  today,
  isCompared,
  onSearch,
  onStep,
}: {
  me: Me;
  venues: Me['venues'];
  venue: Me['venues'][number];
  question: ReportQuestion;
  period: Period;
  today: string;
  isCompared: boolean;
  onSearch: (search: ReportsSearch) => void;
  /** Goes to the period before (-1) or after (1). */
  onStep: (step: -1 | 1) => void;
}) {
  const hasDays = question.days !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <VenuePicker venues={venues} venue={venue} onVenue={(id) => onSearch({ venue: id })} />
      {hasDays && <PeriodSwitch period={period} today={today} onPeriod={onSearch} onStep={onStep} />}
      <div className="flex items-center gap-2 min-[40rem]:ml-auto">
        {hasDays && (
          <Button
            variant="outline"
            size="sm"
            aria-pressed={isCompared}
            className="aria-pressed:border-ink aria-pressed:bg-raised"
            icon={<ArrowUpDown aria-hidden="true" className="size-4.5" />}
            onClick={() => onSearch({ compare: isCompared ? 'off' : undefined })}
          >
            {reportsTexts.compare}
          </Button>
        )}
        <ExportButton me={me} question={question} />
      </div>
    </div>
  );
}

/** The head of a clerk's report: no days and no comparison. */
export function OwnShiftHead({
  me,
  venues,
  venue,
  question,
  onVenue,
}: {
  me: Me;
  venues: Me['venues'];
  venue: Me['venues'][number];
  question: ReportQuestion;
  onVenue: (venue: number) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <VenuePicker venues={venues} venue={venue} onVenue={onVenue} />
      <div className="ml-auto">
        <ExportButton me={me} question={question} />
      </div>
    </div>
  );
}

function ExportButton({ me, question }: { me: Me; question: ReportQuestion }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!may(me, 'export.csv')) return null;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon={<Download aria-hidden="true" className="size-4.5" />}
        onClick={() => setIsOpen(true)}
      >
        {reportsTexts.table}
      </Button>
      {isOpen && <ExportDialog download={() => downloadTable(question)} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PeriodSwitch({
  period,
  today,
  onPeriod,
  onStep,
}: {
  period: Period;
  today: string;
  onPeriod: (period: Period) => void;
  onStep: (step: -1 | 1) => void;
}) {
  const shortcut = useShortcutName();
  const [isChoosing, setIsChoosing] = useState(false);
  const kind = kindOf(period, today);
  const names = {
    week: reportsTexts.week,
    fourWeeks: reportsTexts.fourWeeks,
    month: reportsTexts.month,
    days: reportsTexts.days,
  };
  return (
    <>
      <div className="flex h-11 items-center rounded-md border border-line bg-card">
        <IconButton
          label={reportsTexts.earlier}
          aria-keyshortcuts={shortcut('[')}
          variant="ghost"
          icon={<ChevronLeft aria-hidden="true" className="size-4.5" />}
          onClick={() => onStep(-1)}
        />
        <span aria-live="polite" className="figures min-w-32 px-1 text-center font-bold whitespace-nowrap">
          {daysText(period, today)}
        </span>
        <IconButton
          label={reportsTexts.later}
          aria-keyshortcuts={shortcut(']')}
          variant="ghost"
          icon={<ChevronRight aria-hidden="true" className="size-4.5" />}
          onClick={() => onStep(1)}
        />
      </div>
      <div
        role="group"
        aria-label={reportsTexts.period}
        className="flex h-12 items-stretch rounded-md bg-raised p-0.5 max-[40rem]:w-full"
      >
        {KINDS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === kind}
            onClick={() => (one === 'days' ? setIsChoosing(true) : onPeriod(daysOf(one, today)))}
            className="min-w-11 flex-auto rounded-[12px] border border-transparent px-3 text-[.9375rem] font-semibold whitespace-nowrap text-quiet hover:text-ink aria-pressed:border-line aria-pressed:bg-card aria-pressed:text-ink"
          >
            {names[one]}
          </button>
        ))}
      </div>
      {isChoosing && (
        <DaysDialog
          days={period}
          onClose={() => setIsChoosing(false)}
          onDays={(chosen) => {
            setIsChoosing(false);
            onPeriod({ ...chosen, kind: undefined });
          }}
        />
      )}
    </>
  );
}

/** The links to the reports. */
export function ReportTabs({
  names,
  name,
  search,
}: {
  names: readonly ReportName[];
  name: ReportName;
  search: ReportsSearch;
}) {
  const { behind: _, ...kept } = search;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens the tabs scroll, so the current one is brought into view.
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.offsetLeft - 16;
  }, [name]);
  return (
    <nav
      ref={tabs}
      aria-label={reportsTexts.title}
      className="scrollbar-none -mx-4 flex max-w-[100vw] gap-1 overflow-x-auto px-4 py-1 min-[40rem]:mx-0 min-[40rem]:rounded-lg min-[40rem]:bg-raised min-[40rem]:px-1"
    >
      {names.map((one) => (
        <Link
          key={one}
          {...paths.reports(one, kept)}
          aria-current={one === name ? 'page' : undefined}
          className="grid min-h-11 shrink-0 place-items-center rounded-md border border-transparent px-4 text-[.9375rem] font-semibold whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-card aria-[current=page]:text-ink"
        >
          {reportsTexts.names[one]}
        </Link>
      ))}
    </nav>
  );
}
