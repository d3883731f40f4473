import { CircleCheck, TicketPercent } from 'lucide-react';
import { Button } from '@/ui/Button';
import { controlClass, FieldFrame } from '@/ui/Field';
import { couponTexts } from '../texts';
import type { CouponState } from './coupon-state';
import { useCouponField } from './use-coupon-field';

export interface CouponFieldProps {
  coupon: CouponState;
  /** The coupon must not change. */
  isLocked: boolean;
  onType: (code: string) => void;
  onApply: () => void;
  onRemove: () => void;
}

/** The coupon: a code and Apply, or the applied code and Remove (spec §4). */
export function CouponField({ coupon, isLocked, onType, onApply, onRemove }: CouponFieldProps) {
  const { id, aria, form, field, isOpen, isApplied, isChecking, error, unfold, submit } = useCouponField({
    coupon,
    isLocked,
    onApply,
  });

  if (!isOpen) {
    return (
      <button
        type="button"
        aria-expanded={false}
        disabled={isLocked}
        onClick={unfold}
        className="inline-flex min-h-11 items-center gap-2.5 justify-self-start rounded-md font-semibold underline underline-offset-4 disabled:text-quiet"
      >
        <TicketPercent aria-hidden="true" className="size-5 shrink-0 text-quiet" />
        {couponTexts.haveOne}
      </button>
    );
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="scroll-mb-3">
      <FieldFrame id={id} label={couponTexts.label} error={error}>
        <div className="flex gap-2.5">
          <div className="relative min-w-0 flex-1">
            <input
              {...aria}
              ref={field}
              id={id}
              value={coupon.code}
              onChange={(event) => onType(event.target.value)}
              disabled={isLocked}
              // Read-only instead of disabled, so that a player who applied the code by Enter keeps the focus.
              readOnly={isChecking || isApplied}
              placeholder={couponTexts.placeholder}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={40}
              className={`${controlClass(error)} ${coupon.code === '' ? '' : 'uppercase'} ${isApplied ? 'pr-11' : ''}`}
            />
            {isApplied && (
              <CircleCheck
                aria-hidden="true"
                className="absolute top-1/2 right-3.5 size-5 -translate-y-1/2 animate-bounce-in text-good"
              />
            )}
          </div>
          {/* Never a submit button: the click that removes the coupon would also send the form. */}
          <Button
            variant="outline"
            size="md"
            disabled={isLocked}
            isBusy={isChecking}
            onClick={isApplied ? onRemove : onApply}
          >
            {isApplied ? couponTexts.remove : couponTexts.apply}
          </Button>
        </div>
      </FieldFrame>
      <p role="status" className={isApplied ? 'mt-1.5 text-small font-semibold text-good' : 'sr-only'}>
        {isApplied ? couponTexts.applied : isChecking ? couponTexts.checking : ''}
      </p>
    </form>
  );
}
