import type { Coupon } from './coupons';

/** How much of the limit is used, as a bar; nothing without a limit. */
export function UsesBar({ coupon: { used, total_limit } }: { coupon: Pick<Coupon, 'used' | 'total_limit'> }) {
  if (total_limit === null) return null;
  const share = Math.min(1, used / total_limit);
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-line">
      <span className="block h-full rounded-full bg-focus" style={{ width: `${share * 100}%` }} />
    </span>
  );
}
