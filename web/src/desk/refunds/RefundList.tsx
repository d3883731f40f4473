import { CircleAlert, CircleCheck, Clock, RotateCcw, Send, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { courtName } from '@/lib/court-name';
import { chipDay, dayIn, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { clockOffset } from '@/desk/api/connection';
import type { Me } from '@/desk/api/me';
import { zoneOf } from '@/desk/api/zone-of';
import { dayInYear } from '@/desk/lib/day-in-year';
import { focusOnce, takeLostFocus } from '@/desk/lib/focus-once';
import { useServerNow } from '@/desk/lib/use-server-now';
import { MOST_SENT, STATES, waitsForLater, type QueuedRefund, type QueueState, type RefundsPage } from './refunds';
import { refundsTexts } from './texts';
import { useSendAll } from './use-refund-writes';

/** How often the list checks whether a refund waits no longer, in milliseconds. */
const STEP_MILLISECONDS = 30_000;

export const STATE_LOOKS: Record<
  QueueState,
  { Icon: LucideIcon; tone: string; pill: 'bad' | 'warn' | 'note' | 'good' }
> = {
  sent_twice: { Icon: CircleAlert, tone: 'text-bad', pill: 'bad' },
  failed: { Icon: CircleAlert, tone: 'text-bad', pill: 'bad' },
  waiting: { Icon: Clock, tone: 'text-warn', pill: 'warn' },
  on_its_way: { Icon: Send, tone: 'text-note', pill: 'note' },
  done: { Icon: CircleCheck, tone: 'text-good', pill: 'good' },
};

/** Lists the refunds by their state. */
export function RefundList({
  me,
  refunds,
  first,
  chosen,
  onOpen,
  hasMore,
  isBusy,
  onMore,
}: {
  me: Me;
  refunds: readonly QueuedRefund[];
  /** The first page, which has the sums. */
  first: RefundsPage | undefined;
  chosen: string | undefined;
  onOpen: (refund: string) => void;
  hasMore: boolean;
  isBusy: boolean;
  onMore: () => void;
}) {
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  return (
    <div className="grid gap-6">
      {STATES.map((state) => {
        const own = refunds.filter((refund) => refund.state === state);
        if (own.length === 0) return null;
        const sum = first?.open.find((one) => one.state === state);
        // Those that are due are sent by the server by itself; those of later pages may wait.
        const isWaiting = own.some((refund) => waitsForLater(refund, now)) || own.length < (sum?.refunds ?? 0);
        const batch =
          first === undefined || state !== 'waiting' || !isWaiting ? undefined : dayOfBatch(me, first.batch_at);
        return (
          <Group
            key={state}
            state={state}
            canSend={state === 'waiting' && isWaiting}
            title={batch === undefined ? refundsTexts.states[state] : refundsTexts.waitingUntil(batch)}
            sum={sum === undefined ? null : { refunds: sum.refunds, amount: rupees(sum.amount_paise / 100) }}
          >
            {own.map((refund) => (
              <Row
                key={refund.id}
                refund={refund}
                today={dayIn(zoneOf(me, refund.venue), new Date(now))}
                isChosen={refund.id === chosen}
                onOpen={onOpen}
              />
            ))}
          </Group>
        );
      })}
      {hasMore && (
        <Button variant="outline" size="sm" className="justify-self-start" isBusy={isBusy} onClick={onMore}>
          {refundsTexts.more}
        </Button>
      )}
    </div>
  );
}

/** "Fri 27 Nov": the day of the next batch, in the time zone of the business, as the rule for its weekday. */
function dayOfBatch(me: Me, batch_at: string): string {
  return chipDay(dayIn(me.business.time_zone, new Date(batch_at)));
}

function Group({
  state,
  canSend,
  title,
  sum,
  children,
}: {
  state: QueueState;
  /** Whether its refunds wait and can be sent now instead. */
  canSend: boolean;
  title: string;
  sum: { refunds: number; amount: string } | null;
  children: ReactNode;
}) {
  const id = useId();
  const { Icon, tone } = STATE_LOOKS[state];
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="flex items-center gap-2 text-lead font-bold">
          <Icon aria-hidden="true" className={`size-5 ${tone}`} strokeWidth={2.2} />
          {title}
        </h2>
        {sum !== null && (
          <span className="figures text-small font-semibold text-quiet">
            {refundsTexts.sum(sum.refunds, sum.amount)}
          </span>
        )}
        {canSend && sum !== null && <SendAll count={sum.refunds} amount={sum.amount} />}
      </div>
      <ul className="rows overflow-hidden rounded-lg border border-line bg-card">{children}</ul>
    </section>
  );
}

/** Sends the waiting refunds, after a question because it is the money of several players. */
function SendAll({ count, amount }: { count: number; amount: string }) {
  const online = useOnline();
  const [isAsking, setIsAsking] = useState(false);
  const write = useSendAll(() => setIsAsking(false));
  if (!isAsking) {
    return (
      <Button
        ref={takeLostFocus}
        variant="outline"
        size="sm"
        className="ml-auto"
        disabled={!online}
        onClick={() => setIsAsking(true)}
      >
        {refundsTexts.sendAll}
      </Button>
    );
  }
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2.5">
      <span ref={focusOnce} tabIndex={-1} className="figures text-small font-semibold outline-none">
        {count > MOST_SENT ? refundsTexts.sendMostAsk(MOST_SENT, count) : refundsTexts.sendAllAsk(count, amount)}
      </span>
      <Button
        variant="deep"
        size="sm"
        isBusy={write.isPending}
        disabled={!online}
        onClick={() => write.mutate({ count, amount })}
      >
        {refundsTexts.sendAllYes}
      </Button>
      <Button variant="outline" size="sm" onClick={() => setIsAsking(false)}>
        {refundsTexts.sendAllNo}
      </Button>
    </div>
  );
}

function Row({
  refund,
  today,
  isChosen,
  onOpen,
}: {
  refund: QueuedRefund;
  /** The present day at the venue of the booking. */
  today: string;
  isChosen: boolean;
  onOpen: (refund: string) => void;
}) {
  const { paid_for, amount_paise, reason, settled, way, state } = refund;
  const place = `${courtName(paid_for.court)}, ${timeText(paid_for.minute)}, ${dayInYear(paid_for.day, today)}`;
  const more = settled !== null && state === 'done' ? refundsTexts.ways[wayOf(way)] : refundsTexts.reasons[reason];
  return (
    <li>
      <button
        type="button"
        data-row={refund.id}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onOpen(refund.id)}
        className="flex min-h-16 w-full items-center gap-4 px-4 py-2.5 text-left hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:shadow-[inset_3px_0_0_var(--color-ink)]"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-bold wrap-anywhere">{paid_for.name}</span>
          <span className="figures block text-[.8125rem] text-quiet">
            {place} · {more}
          </span>
        </span>
        {state === 'on_its_way' && refund.sent_at === null && (
          <RotateCcw aria-hidden="true" className="size-4.5 shrink-0 text-note" />
        )}
        <span className="display figures shrink-0 text-h4">{rupees(amount_paise / 100)}</span>
      </button>
    </li>
  );
}

/** The key of the way in the texts; `online` for a way that they do not have. */
export function wayOf(way: QueuedRefund['way']): keyof typeof refundsTexts.ways {
  return way in refundsTexts.ways ? (way as keyof typeof refundsTexts.ways) : 'online';
}
