import { CircleAlert, CircleCheck, CircleHelp, CircleSlash, Landmark, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { dayIn, longDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';
import { explanationOf, shownPaise, stateOf, type Payout, type PayoutLine, type PayoutsPage } from './payouts';
import { payoutsTexts } from './texts';

type State = ReturnType<typeof stateOf>;

export const STATE_LOOKS: Record<State, { Icon: LucideIcon; tone: string; pill: 'bad' | 'warn' | 'note' | 'good' }> = {
  different: { Icon: CircleAlert, tone: 'text-bad', pill: 'bad' },
  missing: { Icon: CircleSlash, tone: 'text-bad', pill: 'bad' },
  unknown: { Icon: CircleHelp, tone: 'text-warn', pill: 'warn' },
  explained: { Icon: CircleCheck, tone: 'text-note', pill: 'note' },
  matched: { Icon: CircleCheck, tone: 'text-good', pill: 'good' },
};

const row =
  'flex min-h-16 w-full items-center gap-4 px-4 py-2.5 text-left hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:shadow-[inset_3px_0_0_var(--color-ink)]';

/** The totals, the lines that need an explanation, and the payouts. */
export function PayoutList({
  zone,
  first,
  payouts,
  chosen,
  onOpen,
  hasMore,
  isBusy,
  onMore,
}: {
  zone: string;
  /** The first page, which has the totals and lines to explain. */
  first: PayoutsPage;
  payouts: readonly Payout[];
  chosen: string | undefined;
  onOpen: (id: string) => void;
  hasMore: boolean;
  isBusy: boolean;
  onMore: () => void;
}) {
  return (
    <div className="grid gap-6">
      <Totals totals={first.last_month} />
      {first.open.length > 0 && (
        <Group title={payoutsTexts.toExplain} Icon={CircleAlert} tone="text-bad" count={first.open_lines}>
          {first.open.map((line) => (
            <li key={line.id}>
              <LineButton line={line} row={line.id} isChosen={line.id === chosen} onOpen={onOpen} />
            </li>
          ))}
        </Group>
      )}
      {first.open_lines > first.open.length && (
        <p className="-mt-4 text-small text-quiet">{payoutsTexts.onlyFirst(first.open.length, first.open_lines)}</p>
      )}
      {payouts.length > 0 && (
        <Group title={payoutsTexts.paidOut} Icon={Landmark} tone="text-good">
          {payouts.map((payout) => (
            <li key={payout.id}>
              <PayoutButton zone={zone} payout={payout} isChosen={payout.id === chosen} onOpen={onOpen} />
            </li>
          ))}
        </Group>
      )}
      {hasMore && (
        <Button variant="outline" size="sm" className="justify-self-start" isBusy={isBusy} onClick={onMore}>
          {payoutsTexts.more}
        </Button>
      )}
    </div>
  );
}

function Totals({ totals }: { totals: PayoutsPage['last_month'] }) {
  const texts = payoutsTexts.totals;
  const ofPayouts = `${texts.payouts(totals.payouts)} · ${texts.lines(totals.lines)}`;
  const cards: [string, string, string][] = [
    [texts.paidOut, rupees(totals.amount_paise / 100), ofPayouts],
    [texts.fees, rupees(totals.fee_paise / 100), texts.ofTax(rupees(totals.tax_paise / 100))],
    [texts.refunds, rupees(totals.debit_paise / 100), texts.takenOff],
  ];
  const size = sizeOf(Math.max(...cards.map(([, amount]) => amount.length)));
  return (
    <dl className="grid grid-cols-2 gap-2.5 min-[40rem]:grid-cols-3">
      {cards.map(([label, amount, foot], place) => (
        <div
          key={label}
          className={`grid min-w-0 content-start gap-1 rounded-lg border border-line bg-card p-4 ${place === 0 ? 'max-[40rem]:col-span-2' : ''}`}
        >
          <dt className="flex flex-wrap items-baseline justify-between gap-x-2 text-small font-semibold">
            {label}
            {place === 0 && <span className="text-[.75rem] font-semibold text-quiet">{texts.month}</span>}
          </dt>
          <dd className={`display figures leading-9 whitespace-nowrap ${size}`}>{amount}</dd>
          <dd className="figures text-[.8125rem] font-semibold text-quiet">{foot}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The size at which amounts of this many characters fit their cards. */
function sizeOf(length: number): string {
  if (length <= 9) return 'text-[2.25rem]';
  return length <= 13 ? 'text-[1.625rem]' : 'text-lead';
}

function Group({
  title,
  Icon,
  tone,
  count,
  children,
}: {
  title: string;
  Icon: LucideIcon;
  tone: string;
  count?: number;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex min-h-11 items-center gap-2 text-lead font-bold">
        <Icon aria-hidden="true" className={`size-5 ${tone}`} strokeWidth={2.2} />
        {title}
        {count !== undefined && <span className="figures text-small font-semibold text-quiet">{count}</span>}
      </h2>
      <ul className="rows overflow-hidden rounded-lg border border-line bg-card">{children}</ul>
    </section>
  );
}

function PayoutButton({
  zone,
  payout,
  isChosen,
  onOpen,
}: {
  zone: string;
  payout: Payout;
  isChosen: boolean;
  onOpen: (id: string) => void;
}) {
  return (
    <button
      type="button"
      data-row={payout.id}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onOpen(payout.id)}
      className={row}
    >
      <span className="min-w-0 flex-1">
        <span className="figures block font-bold">{longDay(dayIn(zone, new Date(payout.settled_at)))}</span>
        <span className="figures block text-[.8125rem] wrap-anywhere text-quiet">
          {payout.utr === null ? payoutsTexts.noUtr : `${payoutsTexts.utr} ${payout.utr}`} ·{' '}
          {payoutsTexts.totals.lines(payout.lines)}
        </span>
      </span>
      {payout.open_lines > 0 && (
        <span className="shrink-0 max-[40rem]:hidden">
          <Pill tone="warn">{payoutsTexts.openLines(payout.open_lines)}</Pill>
        </span>
      )}
      <span className="display figures shrink-0 text-h4">{rupees(payout.amount_paise / 100)}</span>
    </button>
  );
}

/** A line as a button: what it is, how it compares, and what it changes in the bank account. */
export function LineButton({
  line,
  row: id,
  isChosen,
  onOpen,
}: {
  line: PayoutLine;
  /** The id of its row; left out outside of the list. */
  row?: string;
  isChosen: boolean;
  onOpen: (id: string) => void;
}) {
  return (
    <button
      type="button"
      data-row={id}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onOpen(line.id)}
      className={row}
    >
      <LineFace line={line} />
    </button>
  );
}

/** The content of a line in a list. */
export function LineFace({ line }: { line: PayoutLine }) {
  const state = stateOf(line);
  const { Icon, tone } = STATE_LOOKS[state];
  return (
    <>
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${tone}`} strokeWidth={2.2} />
      <span className="min-w-0 flex-1">
        <span className="block font-bold">
          {payoutsTexts.kinds[line.kind]} · {payoutsTexts.states[state]}
        </span>
        <span className="figures block text-[.8125rem] wrap-anywhere text-quiet">{explanationOf(line) ?? line.id}</span>
      </span>
      <span className="figures shrink-0 font-bold">{rupees(shownPaise(line) / 100)}</span>
    </>
  );
}
