import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fullDay, dateTimeWithYear } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import type { Me } from '@/desk/api/me';
import { zoneOf } from '@/desk/api/zone-of';
import { KeyHint } from '@/desk/booking/KeyHint';
import type { CouponsSearch } from '@/desk/lib/search';
import { useShortcutName } from '@/desk/lib/single-keys';
import { CouponExample } from './CouponExample';
import { STATE_LOOKS } from './CouponList';
import { CouponUses } from './CouponUses';
import { givesText, hasLeftFile, isUsedUp, usesText, venuesText } from './coupon-text';
import type { Coupon } from './coupons';
import { UsesBar } from './UsesBar';
import { couponsTexts } from './texts';

/** One coupon: what it takes off, how often it was used, and who used it. */
export function CouponFacts({
  me,
  coupon,
  canClose,
  onForm,
  onClose,
}: {
  me: Me;
  coupon: Coupon;
  /** Whether it has a button that closes it. */
  canClose: boolean;
  onForm: (form: CouponsSearch['form']) => void;
  onClose: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-6">
        <header className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap gap-2">
              <Pill tone={STATE_LOOKS[coupon.state].pill}>{couponsTexts.states[coupon.state]}</Pill>
              {isUsedUp(coupon) && <Pill tone="warn">{couponsTexts.usedUp}</Pill>}
            </div>
            <h2
              ref={heading}
              tabIndex={-1}
              className={`display mt-2.5 leading-none wrap-anywhere outline-none ${coupon.code.length > 14 ? 'text-h3' : 'text-[2.75rem]'}`}
            >
              {coupon.code}
            </h2>
            <p className="figures mt-1.5 text-lead font-bold">{givesText(coupon)}</p>
          </div>
          {canClose && (
            <IconButton
              label={couponsTexts.back}
              variant="ghost"
              aria-keyshortcuts="Escape"
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={onClose}
              className="-mt-2 -mr-2"
            />
          )}
        </header>
        <Sums coupon={coupon} />
        <StateText me={me} coupon={coupon} />
        {(coupon.state === 'running' || coupon.state === 'planned') && (
          <CouponExample
            key={coupon.version}
            discount={{
              percent_hundredths: coupon.percent_hundredths,
              flat_paise: coupon.flat_paise,
              max_discount_paise: coupon.max_discount_paise,
              min_amount_paise: coupon.min_amount_paise,
            }}
          />
        )}
        <Details me={me} coupon={coupon} />
        <CouponUses venues={me.venues} code={coupon.code} wasUsed={coupon.was_used} />
      </div>
      <Actions coupon={coupon} onForm={onForm} />
    </>
  );
}

/** How often it was used at all venues, and how much it took off at the person's venues. */
function Sums({ coupon }: { coupon: Coupon }) {
  return (
    <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg border border-line px-4 py-3">
      <div className="min-w-0">
        <p className="figures font-bold">{usesText(coupon)}</p>
        <div className="mt-2">
          <UsesBar coupon={coupon} />
        </div>
      </div>
      <div className="min-w-0 text-right">
        <p className="display figures text-h4 leading-tight">{rupees(coupon.given_paise / 100)}</p>
        <p className="text-[.8125rem] text-quiet">{couponsTexts.givenHere}</p>
      </div>
    </div>
  );
}

/** Why the coupon is stopped, or why the signed-in person may not change it. */
function StateText({ me, coupon }: { me: Me; coupon: Coupon }) {
  const sentence = sentenceOf(me, coupon);
  return sentence === null ? null : <p className="mt-3 text-[.9375rem] wrap-anywhere">{sentence}</p>;
}

function sentenceOf(me: Me, coupon: Coupon): string | null {
  const { stop, may_edit } = coupon;
  if (stop !== null) {
    const moment = dateTimeWithYear(stop.at, zoneOf(me, null));
    return stop.by === null
      ? couponsTexts.stopTextNoName(moment, stop.reason)
      : couponsTexts.stopText(stop.by, moment, stop.reason);
  }
  if (hasLeftFile(coupon)) return couponsTexts.leftFile;
  if (may_edit) return null;
  return me.strength === 'pin' ? couponsTexts.notByPin : couponsTexts.notYours;
}

function Details({ me, coupon }: { me: Me; coupon: Coupon }) {
  const facts: [string, string][] = [
    [couponsTexts.firstDay, coupon.from === null ? couponsTexts.atOnce : fullDay(coupon.from)],
    [couponsTexts.lastDay, coupon.until === null ? couponsTexts.always : fullDay(coupon.until)],
    [couponsTexts.venues, venuesText(coupon, me)],
  ];
  if (coupon.min_amount_paise > 0) facts.push([couponsTexts.least, rupees(coupon.min_amount_paise / 100)]);
  if (coupon.per_customer_limit !== null) {
    facts.push([couponsTexts.ofOne, couponsTexts.times(coupon.per_customer_limit)]);
  }
  if (coupon.note !== null) facts.push([couponsTexts.note, coupon.note]);
  if (coupon.is_in_file) facts.push([couponsTexts.inFile, couponsTexts.inFileYes]);
  if (coupon.made_at !== null) {
    const moment = dateTimeWithYear(coupon.made_at, zoneOf(me, null));
    facts.push([couponsTexts.made, coupon.made_by === null ? moment : couponsTexts.madeBy(coupon.made_by, moment)]);
  }
  return (
    <dl className="rows mt-4 border-t border-line text-[.9375rem]">
      {facts.map(([label, value]) => (
        <div key={label} className="figures flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
          <dt className="text-quiet">{label}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ coupon, onForm }: { coupon: Coupon; onForm: (form: CouponsSearch['form']) => void }) {
  const online = useOnline();
  const shortcut = useShortcutName();
  if (!coupon.may_stop) return null;
  return (
    <footer className="grid gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
      {!online && <p className="text-small font-semibold text-warn">{couponsTexts.offline}</p>}
      <div className={`grid gap-2.5 ${coupon.may_edit ? 'grid-cols-2' : ''}`}>
        {coupon.may_edit && (
          <Button
            variant="outline"
            size="md"
            aria-keyshortcuts={shortcut('E')}
            disabled={!online}
            onClick={() => onForm('change')}
          >
            {couponsTexts.change}
            <KeyHint>{'E'}</KeyHint>
          </Button>
        )}
        <Button
          variant="danger"
          size="md"
          aria-keyshortcuts={shortcut('X')}
          disabled={!online}
          onClick={() => onForm('stop')}
        >
          {couponsTexts.stop}
          <KeyHint>{'X'}</KeyHint>
        </Button>
      </div>
    </footer>
  );
}
