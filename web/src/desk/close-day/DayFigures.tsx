import type { ReactNode } from 'react';
import { rupees } from '@/lib/money';
import type { PaymentWay } from '@/desk/api/money';
import { hoursText } from '@/desk/lib/hours-text';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import type { DayEnd } from './day-end';
import { closeDayTexts } from './texts';

type Figures = NonNullable<DayEnd['figures']>;

/** The ways whose card is shown even on a day without money. */
const USUAL: readonly PaymentWay[] = ['cash', 'upi', 'card', 'online'];

/** The figures of a day's report. */
export function DayFigures({ figures }: { figures: Figures }) {
  const { sold_minutes, open_minutes, games, no_shows, ways, difference_paise, unpaid_paise, to_match } = figures;
  const percent = open_minutes === 0 ? null : Math.round((sold_minutes / open_minutes) * 100);
  const shown = ways.some(({ way }) => way === 'bank') ? [...USUAL, 'bank' as const] : USUAL;
  return (
    <dl
      aria-label={closeDayTexts.figures}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line lg:grid-cols-4"
    >
      <Figure
        label={closeDayTexts.hours}
        value={closeDayTexts.hoursOf(hoursText(sold_minutes), hoursText(open_minutes))}
        foot={percent === null ? null : closeDayTexts.percent(percent)}
      />
      <Figure
        label={closeDayTexts.noShows}
        value={String(no_shows)}
        foot={closeDayTexts.ofGames(games)}
        isWarn={no_shows > 0}
      />
      {shown.map((way) => {
        const sum = ways.find((one) => one.way === way);
        const feet = [
          way === 'cash' && difference_paise !== null && closeDayTexts.difference(signed(difference_paise)),
          way === 'upi' && to_match > 0 && closeDayTexts.matchLeft(to_match),
          sum !== undefined && sum.returned_paise > 0 && closeDayTexts.given(rupees(sum.returned_paise / 100)),
        ].filter((foot) => foot !== false);
        return (
          <Figure
            key={way}
            label={dayMoneyTexts.ways[way]}
            value={amount(sum?.taken_paise ?? 0)}
            foot={feet.join(' · ') || null}
          />
        );
      })}
      <Figure
        label={closeDayTexts.unpaid}
        value={amount(unpaid_paise)}
        foot={null}
        isWarn={unpaid_paise > 0}
        isWide={shown.length % 2 === 0}
      />
    </dl>
  );
}

function amount(paise: number): string {
  return paise < 0 ? `− ${rupees(-paise / 100)}` : rupees(paise / 100);
}

function signed(paise: number): string {
  return paise > 0 ? `+ ${amount(paise)}` : amount(paise);
}

function Figure({
  label,
  value,
  foot,
  isWarn = false,
  isWide = false,
}: {
  label: string;
  value: string;
  foot: ReactNode;
  isWarn?: boolean;
  /** Whether it takes two columns, so that the last row has no gap. */
  isWide?: boolean;
}) {
  return (
    <div className={`grid content-start gap-1 bg-card px-4 py-3.5 ${isWide ? 'col-span-2' : ''}`}>
      <dt className="text-small text-quiet">{label}</dt>
      <dd>
        <span className={`display figures block text-h3 whitespace-nowrap ${isWarn ? 'text-warn' : ''}`}>{value}</span>
        {foot !== null && <span className="figures mt-1 block text-[.8125rem] text-quiet">{foot}</span>}
      </dd>
    </div>
  );
}
