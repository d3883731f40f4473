import { Link } from '@tanstack/react-router';
import {
  Banknote,
  CircleDashed,
  CreditCard,
  EyeOff,
  Globe,
  Hourglass,
  Landmark,
  QrCode,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { rupees } from '@/lib/money';
import type { DayMoney, PaymentWay } from '@/desk/api/money';
import { paths } from '@/desk/lib/paths';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { moneyTexts } from './texts';

export const WAY_ICONS: Partial<Record<PaymentWay, LucideIcon>> = {
  cash: Banknote,
  upi: QrCode,
  card: CreditCard,
  bank: Landmark,
  online: Globe,
};

/** The ways whose card is shown even on a day without money. */
const USUAL: readonly PaymentWay[] = ['cash', 'upi', 'card', 'online'];

const card = 'grid min-w-0 content-start gap-1.5 rounded-lg border border-line bg-card p-4 xl:px-3.5';
const figure = 'display figures leading-9 whitespace-nowrap';
/** The size of an amount by its number of characters. */
const SIZES = [
  [7, 'text-[2.25rem]'],
  [10, 'text-[1.625rem]'],
  [Infinity, 'text-lead'],
] as const;
const foot = 'figures flex items-center gap-1 text-[.8125rem] font-semibold xl:text-[.75rem]';

/** Shows the money taken and given back by each way, and the amount that is due. `isBlind` hides the cash taken. */
export function WayCards({ venue, money, isBlind }: { venue: number; money: DayMoney; isBlind: boolean }) {
  const hasBank = money.ways.some(({ way }) => way === 'bank');
  const codes = money.payments.filter(({ qr }) => qr !== null);
  const byCodes = codes.reduce((sum, { received_paise }) => sum + received_paise, 0);
  const shown = hasBank ? [...USUAL, 'bank' as const] : USUAL;
  return (
    <dl className="grid grid-cols-2 gap-2.5 min-[40rem]:grid-cols-3 lg:grid-cols-5">
      {shown.map((way) => {
        const sum = money.ways.find((one) => one.way === way);
        return (
          <WayCard key={way} way={way} isHidden={way === 'cash' && isBlind} taken={sum?.taken_paise ?? 0}>
            {way === 'upi' && money.to_match_paise > 0 && (
              <span className={`${foot} text-warn`}>
                <Hourglass aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
                {moneyTexts.toMatch(rupees(money.to_match_paise / 100))}
              </span>
            )}
            {way === 'online' && byCodes > 0 && (
              <span className={`${foot} text-quiet`}>
                <QrCode aria-hidden="true" className="size-4 shrink-0" />
                {moneyTexts.ofCodes(rupees(byCodes / 100))}
              </span>
            )}
            {sum !== undefined && sum.returned_paise > 0 && (
              <span className={`${foot} text-quiet`}>
                <Undo2 aria-hidden="true" className="size-4 shrink-0" />
                {moneyTexts.givenBack(rupees(sum.returned_paise / 100))}
              </span>
            )}
          </WayCard>
        );
      })}
      <div className={`${card} max-[40rem]:col-span-2`}>
        <dt className="flex items-center gap-2 font-bold">
          <CircleDashed aria-hidden="true" className="size-4.5 text-warn" />
          {moneyTexts.due}
        </dt>
        <dd className="grid gap-1.5">
          <Figure paise={money.due_paise} tone={money.due_paise > 0 ? 'text-warn' : ''} />
          <Link
            {...paths.board(venue, { day: money.day })}
            className={`${foot} -my-3 min-h-11 underline underline-offset-4`}
          >
            {moneyTexts.dueBookings(money.due_bookings)}
          </Link>
        </dd>
      </div>
    </dl>
  );
}

function WayCard({
  way,
  taken,
  isHidden,
  children,
}: {
  way: PaymentWay;
  taken: number;
  isHidden: boolean;
  children: ReactNode;
}) {
  const Icon = WAY_ICONS[way] ?? Banknote;
  return (
    <div className={isHidden ? `${card} hatch-over border-dashed border-edge` : card}>
      <dt className="flex items-center gap-2 font-bold">
        <Icon aria-hidden="true" className="size-4.5 text-quiet" />
        {dayMoneyTexts.ways[way]}
      </dt>
      <dd className="grid gap-1.5">
        {isHidden ? (
          <span className="flex min-h-9 w-fit items-center gap-1.5 rounded-md bg-card px-2 text-[.8125rem] leading-tight font-bold">
            {/* On a phone the words would need a second line beside it. */}
            <EyeOff aria-hidden="true" className="size-4 shrink-0 max-[26rem]:hidden" />
            {moneyTexts.afterCount}
          </span>
        ) : (
          <Figure paise={taken} />
        )}
        {children}
      </dd>
    </div>
  );
}

/** Shows an amount in the largest size that fits its card. */
function Figure({ paise, tone = '' }: { paise: number; tone?: string }) {
  const text = rupees(paise / 100);
  const [, size] = SIZES.find(([length]) => text.length <= length) ?? SIZES[2];
  return <span className={`${figure} ${size} ${tone}`}>{text}</span>;
}
