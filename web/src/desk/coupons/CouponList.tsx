import { CalendarClock, CircleCheck, CircleStop, Flag, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { daysText, givesText, isUsedUp, usesText } from './coupon-text';
import { STATES, type Coupon, type CouponList as Page, type CouponState } from './coupons';
import { UsesBar } from './UsesBar';
import { couponsTexts } from './texts';

export const STATE_LOOKS: Record<
  CouponState,
  { Icon: LucideIcon; tone: string; pill: 'good' | 'note' | 'plain' | 'bad' }
> = {
  running: { Icon: CircleCheck, tone: 'text-good', pill: 'good' },
  planned: { Icon: CalendarClock, tone: 'text-note', pill: 'note' },
  ended: { Icon: Flag, tone: 'text-quiet', pill: 'plain' },
  stopped: { Icon: CircleStop, tone: 'text-bad', pill: 'bad' },
};

/** The coupons, grouped by their state. */
export function CouponList({
  coupons,
  first,
  chosen,
  onOpen,
  hasMore,
  isBusy,
  onMore,
}: {
  coupons: readonly Coupon[];
  /** The first page, for its counts. */
  first: Page | undefined;
  chosen: string | undefined;
  onOpen: (code: string) => void;
  hasMore: boolean;
  isBusy: boolean;
  onMore: () => void;
}) {
  return (
    <div className="grid gap-6">
      {STATES.map((state) => {
        const own = coupons.filter((coupon) => coupon.state === state);
        if (own.length === 0) return null;
        return (
          <Group key={state} state={state} count={first?.counts.find((one) => one.state === state)?.coupons}>
            {own.map((coupon) => (
              <Row key={coupon.code} coupon={coupon} isChosen={coupon.code === chosen} onOpen={onOpen} />
            ))}
          </Group>
        );
      })}
      {hasMore && (
        <Button variant="outline" size="sm" className="justify-self-start" isBusy={isBusy} onClick={onMore}>
          {couponsTexts.more}
        </Button>
      )}
    </div>
  );
}

function Group({ state, count, children }: { state: CouponState; count: number | undefined; children: ReactNode }) {
  const id = useId();
  const { Icon, tone } = STATE_LOOKS[state];
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-9 items-center gap-x-3">
        <h2 id={id} className="flex items-center gap-2 text-lead font-bold">
          <Icon aria-hidden="true" className={`size-5 ${tone}`} strokeWidth={2.2} />
          {couponsTexts.states[state]}
        </h2>
        {count !== undefined && <span className="figures text-small font-semibold text-quiet">{count}</span>}
      </div>
      <ul className="rows overflow-hidden rounded-lg border border-line bg-card">{children}</ul>
    </section>
  );
}

function Row({ coupon, isChosen, onOpen }: { coupon: Coupon; isChosen: boolean; onOpen: (code: string) => void }) {
  const isOver = coupon.state === 'ended' || coupon.state === 'stopped';
  return (
    <li>
      <button
        type="button"
        data-row={coupon.code}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onOpen(coupon.code)}
        className="grid min-h-18 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 text-left hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:shadow-[inset_3px_0_0_var(--color-ink)] min-[40rem]:grid-cols-[minmax(0,1fr)_9rem_6.5rem]"
      >
        <span className="min-w-0">
          <span className={`display block text-h4 leading-tight wrap-anywhere ${isOver ? 'text-quiet' : ''}`}>
            {coupon.code}
          </span>
          <span className="figures block text-[.8125rem] text-quiet">
            {coupon.state === 'stopped' ? givesText(coupon) : `${givesText(coupon)} · ${daysText(coupon)}`}
          </span>
        </span>
        <span className="grid justify-items-end gap-1.5 min-[40rem]:justify-items-stretch">
          <span
            className={`figures text-[.8125rem] font-semibold ${isUsedUp(coupon) ? 'text-warn' : isOver ? 'text-quiet' : ''}`}
          >
            {isUsedUp(coupon) ? `${couponsTexts.usedUp} · ${usesText(coupon)}` : usesText(coupon)}
          </span>
          <span className="max-[40rem]:hidden">
            <UsesBar coupon={coupon} />
          </span>
          <span className="display figures text-h4 leading-none min-[40rem]:hidden">
            {rupees(coupon.given_paise / 100)}
          </span>
        </span>
        <span className="text-right max-[40rem]:hidden">
          <span className={`display figures block text-h4 leading-tight ${isOver ? 'text-quiet' : ''}`}>
            {rupees(coupon.given_paise / 100)}
          </span>
          <span className="block text-[.75rem] text-quiet">{couponsTexts.givenShort}</span>
        </span>
      </button>
    </li>
  );
}
