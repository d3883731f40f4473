import { type FormEvent, useEffect, useId, useRef } from 'react';
import { CircleCheck } from 'lucide-react';
import { Button } from '@/ui/Button';
import { controlClass, FieldFrame, useFieldIds } from '@/ui/Field';
import { couponTexts } from '../texts';
import type { CouponState } from './coupon-state';

export interface CouponFieldProps {
  coupon: CouponState;
  /** The confirmation is under way: nothing may change. */
  locked: boolean;
  onType: (code: string) => void;
  onApply: () => void;
  onRemove: () => void;
}

/** The coupon: a code and Apply, or the applied one and Remove (spec §4). */
export function CouponField({ coupon, locked, onType, onApply, onRemove }: CouponFieldProps) {
  const applied = coupon.step === 'applied';
  const checking = coupon.step === 'checking';
  const error = coupon.step === 'open' ? (coupon.message ?? undefined) : undefined;
  const { id, aria } = useFieldIds(error, undefined, useId());

  // On a small phone what is said below the field may lie under the price and its button.
  const form = useRef<HTMLFormElement>(null);
  const said = error !== undefined || applied;
  useEffect(() => {
    if (said) form.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!locked && !applied) onApply();
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="scroll-mb-3">
      <FieldFrame id={id} label={couponTexts.label} error={error}>
        <div className="flex gap-2.5">
          <div className="relative min-w-0 flex-1">
            <input
              {...aria}
              id={id}
              value={coupon.code}
              onChange={(event) => onType(event.target.value)}
              disabled={applied || locked}
              readOnly={checking}
              placeholder={couponTexts.placeholder}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={40}
              className={`${controlClass(error)} ${coupon.code === '' ? '' : 'uppercase'} ${applied ? 'pr-11' : ''}`}
            />
            {applied && (
              <CircleCheck
                aria-hidden="true"
                className="absolute top-1/2 right-3.5 size-5 -translate-y-1/2 animate-bounce-in text-good"
              />
            )}
          </div>
          {applied ? (
            <Button look="outline" size="md" disabled={locked} onClick={onRemove}>
              {couponTexts.remove}
            </Button>
          ) : (
            <Button type="submit" look="outline" size="md" disabled={locked} busy={checking}>
              {couponTexts.apply}
            </Button>
          )}
        </div>
      </FieldFrame>
      <p role="status" className={applied ? 'mt-1.5 text-small font-semibold text-good' : 'sr-only'}>
        {applied ? couponTexts.applied : checking ? couponTexts.checking : ''}
      </p>
    </form>
  );
}
