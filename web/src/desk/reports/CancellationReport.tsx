import { EmptyState } from '@/ui/EmptyState';
import { countText } from '@/desk/lib/count-text';
import { Bars, type Bar } from './Bars';
import { hoursText } from '@/desk/lib/hours-text';
import { changeOf, moneyText, percentText, pointsOf } from './figure-text';
import { DifferenceText, HeadFigures } from './HeadFigures';
import type { FiguresOf } from './report';
import type { OpenBehind } from './ReportBody';
import { reportsTexts } from './texts';

type Cancellations = FiguresOf<'cancellations'>;
type Cancelled = Cancellations['leads'][number]['cancelled'];

/** Shows the figures of the cancelled bookings. */
export function CancellationReport({ figures, onOpen }: { figures: Cancellations; onOpen: OpenBehind }) {
  const { bookings, minutes, sold_again, price_paise } = figures;
  return (
    <>
      <HeadFigures
        label={reportsTexts.names.cancellations}
        figures={[
          {
            label: reportsTexts.cancelled,
            value: countText(bookings.value),
            difference: changeOf(bookings),
            moreIsWorse: true,
            onOpen: () => onOpen({}),
          },
          {
            label: reportsTexts.cancelledHours,
            value: hoursText(minutes.value),
            difference: changeOf(minutes),
            moreIsWorse: true,
            onOpen: () => onOpen({}),
          },
          {
            label: reportsTexts.soldAgainHours(sold_again.whole / 60, hoursText(sold_again.whole)),
            value: percentText(sold_again.tenths),
            difference: pointsOf(sold_again),
            onOpen: () => onOpen({ sold_again: 'true' }),
          },
          {
            label: reportsTexts.price,
            value: moneyText(price_paise.value),
            difference: changeOf(price_paise),
            moreIsWorse: true,
            onOpen: () => onOpen({}),
          },
        ]}
      />
      {bookings.value === 0 ? (
        <EmptyState text={reportsTexts.noCancellations} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars
              title={reportsTexts.byCancelLead}
              bars={cancelledBars(
                figures.leads.map(({ lead, cancelled }) => ({
                  key: lead,
                  label: reportsTexts.leads[lead],
                  cancelled,
                  onOpen: () => onOpen({ lead }),
                })),
              )}
            />
          </div>
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars
              title={reportsTexts.byCanceller}
              bars={cancelledBars(
                figures.by.map(({ by, cancelled }) => ({
                  key: by,
                  label: reportsTexts.cancellers[by],
                  cancelled,
                  onOpen: () => onOpen({ by }),
                })),
              )}
            />
          </div>
        </div>
      )}
    </>
  );
}

function cancelledBars(lines: { key: string; label: string; cancelled: Cancelled; onOpen: () => void }[]): Bar[] {
  const most = Math.max(1, ...lines.flatMap(({ cancelled: { bookings } }) => [bookings.value, bookings.before ?? 0]));
  return lines.map(({ key, label, cancelled: { bookings, sold_again }, onOpen }) => {
    const difference = changeOf(bookings);
    return {
      key,
      label,
      share: bookings.value / most,
      before: bookings.before === null ? null : bookings.before / most,
      value: countText(bookings.value),
      note:
        sold_again.whole === 0
          ? undefined
          : reportsTexts.soldAgainOf(hoursText(sold_again.part), hoursText(sold_again.whole)),
      more: difference && <DifferenceText difference={difference} moreIsWorse />,
      onOpen: bookings.value === 0 ? null : onOpen,
    };
  });
}
