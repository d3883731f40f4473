import { EmptyState } from '@/ui/EmptyState';
import { countText } from '@/desk/lib/count-text';
import { Bars, type Bar } from './Bars';
import { percentText, pointsOf } from './figure-text';
import { DifferenceText, HeadFigures } from './HeadFigures';
import type { FiguresOf, Rate } from './report';
import type { OpenBehind } from './ReportBody';
import { reportsTexts } from './texts';

type NoShows = FiguresOf<'no_shows'>;

/** Shows the missed games: by how long before the start, and how, they were booked. */
export function NoShowReport({ figures, onOpen }: { figures: NoShows; onOpen: OpenBehind }) {
  const { missed } = figures;
  return (
    <>
      <HeadFigures
        label={reportsTexts.names['no-shows']}
        figures={[
          {
            label: reportsTexts.missedOf(missed.whole, countText(missed.whole)),
            value: percentText(missed.tenths, 1),
            difference: pointsOf(missed),
            moreIsWorse: true,
            onOpen: () => onOpen({}),
          },
          { label: reportsTexts.missed, value: countText(missed.part), onOpen: () => onOpen({}) },
        ]}
      />
      {missed.whole === 0 ? (
        <EmptyState title={reportsTexts.empty} text={reportsTexts.emptyText} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars title={reportsTexts.byLead} bars={leadBars(figures, onOpen)} />
          </div>
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars title={reportsTexts.byHow} bars={howBars(figures, onOpen)} />
          </div>
        </div>
      )}
    </>
  );
}

/**
 * The bars of the share of bookings that were missed, by how long before the start they were booked; with `onOpen` null they
 * open no list.
 */
export function leadBars({ leads }: NoShows, onOpen: OpenBehind | null): Bar[] {
  return rateBars(
    leads.map(({ lead, missed }) => ({
      key: lead,
      label: reportsTexts.leads[lead],
      missed,
      onOpen: onOpen && (() => onOpen({ lead })),
    })),
  );
}

function howBars({ hows }: NoShows, onOpen: OpenBehind): Bar[] {
  return rateBars(
    hows.map(({ how, missed }) => ({
      key: how,
      label: reportsTexts.hows[how],
      missed,
      onOpen: () => onOpen({ how }),
    })),
  );
}

/** Makes bars of rates; the longest is the highest rate in this period and the one before. */
function rateBars(lines: { key: string; label: string; missed: Rate; onOpen: (() => void) | null }[]): Bar[] {
  const most = Math.max(1, ...lines.flatMap(({ missed }) => [missed.tenths ?? 0, missed.before_tenths ?? 0]));
  return lines.map(({ key, label, missed, onOpen }) => {
    const difference = pointsOf(missed);
    return {
      key,
      label,
      share: (missed.tenths ?? 0) / most,
      before: missed.before_tenths === null ? null : missed.before_tenths / most,
      value: percentText(missed.tenths, 1),
      note: reportsTexts.ofBookings(countText(missed.part), countText(missed.whole)),
      more: difference && <DifferenceText difference={difference} moreIsWorse />,
      onOpen: missed.part === 0 ? null : onOpen,
    };
  });
}
