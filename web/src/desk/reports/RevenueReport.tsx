import { EmptyState } from '@/ui/EmptyState';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { countText } from '@/desk/lib/count-text';
import { Bars, type Bar } from './Bars';
import { changeOf, moneyText } from './figure-text';
import { DifferenceText, HeadFigures } from './HeadFigures';
import type { FiguresOf } from './report';
import type { OpenBehind } from './ReportBody';
import { reportsTexts } from './texts';

type Revenue = FiguresOf<'revenue'>;
type Money = Revenue['ways'][number]['money'];

/** Shows what was taken and given back: by way, by origin of the bookings, and by person. */
export function RevenueReport({ figures, onOpen }: { figures: Revenue; onOpen: OpenBehind }) {
  const { net_paise, taken_paise, returned_paise, movements } = figures;
  const all = () => onOpen({});
  return (
    <>
      <HeadFigures
        label={reportsTexts.names.revenue}
        figures={[
          { label: reportsTexts.net, value: moneyText(net_paise.value), difference: changeOf(net_paise), onOpen: all },
          { label: reportsTexts.taken, value: moneyText(taken_paise.value), difference: changeOf(taken_paise) },
          {
            label: reportsTexts.returned,
            value: moneyText(returned_paise.value),
            difference: changeOf(returned_paise),
            moreIsWorse: true,
          },
          {
            label: reportsTexts.movements,
            value: countText(movements.value),
            difference: changeOf(movements),
            isNeutral: true,
            onOpen: all,
          },
        ]}
      />
      {figures.ways.length === 0 ? (
        <EmptyState text={reportsTexts.noMoney} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars title={reportsTexts.howPaid} bars={wayBars(figures, onOpen)} />
          </div>
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars title={reportsTexts.whereBooked} bars={sourceBars(figures, onOpen)} />
          </div>
          <div className="rounded-xl border border-line bg-card p-3">
            <Bars title={reportsTexts.whoTook} bars={personBars(figures, onOpen)} />
          </div>
        </div>
      )}
    </>
  );
}

/** The name of a way of payment. */
function wayName(way: Revenue['ways'][number]['way']): string {
  return way === 'imported' ? reportsTexts.imported : dayMoneyTexts.ways[way];
}

/** The bars of the money by way. */
export function wayBars({ ways }: Revenue, onOpen: OpenBehind | null): Bar[] {
  return moneyBars(
    ways.map(({ way, money }) => ({
      key: way,
      label: wayName(way),
      money,
      onOpen: onOpen && (() => onOpen({ way })),
    })),
  );
}

function sourceBars({ sources }: Revenue, onOpen: OpenBehind): Bar[] {
  return moneyBars(
    sources.map(({ source, money }) => ({
      key: source,
      label: reportsTexts.sources[source],
      money,
      onOpen: () => onOpen({ source }),
    })),
  );
}

function personBars({ people }: Revenue, onOpen: OpenBehind): Bar[] {
  return moneyBars(
    people.map(({ id, name, money }) => ({
      key: id ?? 'nobody',
      label: id === null ? reportsTexts.nobody : (name ?? reportsTexts.unknownPerson),
      money,
      onOpen: () => onOpen({ person: id ?? 'nobody' }),
    })),
  );
}

function moneyBars(lines: { key: string; label: string; money: Money; onOpen: (() => void) | null }[]): Bar[] {
  const most = Math.max(1, ...lines.flatMap(({ money: { net_paise: net } }) => [net.value, net.before ?? 0]));
  return lines.map(({ key, label, money: { net_paise, movements }, onOpen }) => {
    const difference = changeOf(net_paise);
    return {
      key,
      label,
      share: net_paise.value / most,
      before: net_paise.before === null ? null : net_paise.before / most,
      value: moneyText(net_paise.value),
      more: difference && <DifferenceText difference={difference} />,
      // A way, source or person that only the period before had has no rows in this one.
      onOpen: movements === 0 ? null : onOpen,
    };
  });
}
