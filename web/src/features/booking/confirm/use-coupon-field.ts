import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useFieldIds } from '@/ui/Field';
import type { CouponState } from './coupon-state';

/** Screens large enough to show the coupon field unfolded, which few players need. */
const ROOMY = '(width >= 48rem) and (height >= 36rem)';

/** Whether the coupon field is unfolded, what it shows, and what its form does. */
export function useCouponField({
  coupon,
  isLocked,
  onApply,
}: {
  coupon: CouponState;
  isLocked: boolean;
  onApply: () => void;
}) {
  const isApplied = coupon.kind === 'applied';
  const isChecking = coupon.kind === 'checking';
  const error = coupon.kind === 'open' ? (coupon.message ?? undefined) : undefined;
  const { id, aria } = useFieldIds(error, undefined, useId());
  const [isUnfolded, setIsUnfolded] = useState(() => window.matchMedia(ROOMY).matches);
  // A field that was shown stays: a player who deletes its code is about to type another one.
  const isNeeded = coupon.kind !== 'open' || coupon.code !== '' || error !== undefined;
  if (isNeeded && !isUnfolded) setIsUnfolded(true);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);

  // On a small phone a message below the field may be hidden under the price and its button.
  const hasMessage = error !== undefined || isApplied;
  useEffect(() => {
    if (hasMessage) form.current?.scrollIntoView({ block: 'nearest' });
  }, [hasMessage]);

  return {
    id,
    aria,
    form,
    field,
    isOpen: isUnfolded || isNeeded,
    isApplied,
    isChecking,
    error,
    unfold: () => {
      setIsUnfolded(true);
      // The field exists after the next render.
      setTimeout(() => field.current?.focus());
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!isLocked && !isApplied && !isChecking) onApply();
    },
  };
}
