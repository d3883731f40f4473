import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rupees } from '@/lib/money';
import { TextField } from '@/ui/Field';
import { typedPaise } from '@/desk/lib/typed-paise';
import { exampleQuery, type Discount } from './coupons';
import { MOST_PAISE } from './draft';
import { couponsTexts } from './texts';

/** The price of the example at first, in rupees. */
const FIRST_PRICE = '1000';

/**
 * What a price costs with a coupon, also with one that is not saved yet: the server computes it. If `isCompact`, it has
 * no frame and no title.
 */
export function CouponExample({ discount, isCompact = false }: { discount: Discount | null; isCompact?: boolean }) {
  const [typed, setTyped] = useState(FIRST_PRICE);
  const paise = typedPaise(typed);
  const price = paise === null || paise < 1 || paise > MOST_PAISE ? null : paise;
  return (
    <section
      aria-label={couponsTexts.exampleTitle}
      className={isCompact ? '' : 'mt-4 grid gap-3 rounded-lg border border-line px-4 py-3.5'}
    >
      {!isCompact && <h3 className="font-bold">{couponsTexts.exampleTitle}</h3>}
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-4">
        <TextField
          label={couponsTexts.examplePrice}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // In a form Enter would save the coupon.
            if (event.key === 'Enter') event.preventDefault();
          }}
          aria-invalid={price === null ? true : undefined}
        />
        <Costs discount={discount} price={price} />
      </div>
    </section>
  );
}

function Costs({ discount, price }: { discount: Discount | null; price: number | null }) {
  const { data, isError, isPaused } = useQuery(exampleQuery(discount, price));
  return (
    <output aria-live="polite" className="grid min-h-20 content-center justify-items-end text-right">
      {content()}
    </output>
  );

  function content() {
    if (price === null) return <span className="text-small text-quiet">{couponsTexts.examplePriceWrong}</span>;
    if (discount === null) return <span className="text-small text-quiet">{couponsTexts.exampleWait}</span>;
    // Without a network the example of an earlier price would stay.
    if (isError || isPaused) return <span className="text-small text-warn">{couponsTexts.exampleFailed}</span>;
    if (data === undefined) return null;
    return (
      <>
        <span className="display figures text-[2.25rem] leading-none">{rupees(data.total_paise / 100)}</span>
        <span className="figures mt-1 text-small text-quiet">
          {data.needs_paise === null
            ? couponsTexts.exampleOff(rupees(data.discount_paise / 100))
            : couponsTexts.exampleNone(rupees(data.needs_paise / 100))}
        </span>
      </>
    );
  }
}
