import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CircleCheck, TicketPercent } from 'lucide-react';
import { Button } from '@/ui/Button';
import { controlClass, FieldFrame, useFieldIds } from '@/ui/Field';
import { couponTexts } from '../texts';
import type { CouponState } from './coupon-state';

/** Screens large enough to show the coupon field unfolded, which few players need. */
const ROOMY = '(width >= 48rem) and (height >= 36rem)';

export interface CouponFieldProps {
  coupon: CouponState;
  /** The confirmation is under way: the coupon must not change. */
  locked: boolean;
  onType: (code: string) => void;
  onApply: () => void;
  onRemove: () => void;
}

/** The coupon: a code and Apply, or the applied code and Remove (spec §4). On a phone a button unfolds it. */
export function CouponField({ coupon, locked, onType, onApply, onRemove }: CouponFieldProps) {
  const applied = coupon.kind === 'applied';
  const checking = coupon.kind === 'checking';
  const error = coupon.kind === 'open' ? (coupon.message ?? undefined) : undefined;
  const { id, aria } = useFieldIds(error, undefined, useId());
  const [opened, setOpened] = useState(() => window.matchMedia(ROOMY).matches);
  const open = opened || coupon.kind !== 'open' || coupon.code !== '' || error !== undefined;

  // On a small phone a message below the field may be hidden under the price and its button.
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const said = error !== undefined || applied;
  useEffect(() => {
    if (said) form.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!locked && !applied && !checking) onApply();
  }

  if (!open) {
    return (
      <button
        type="button"
        aria-expanded={false}
        disabled={locked}
        onClick={() => {
          setOpened(true);
          // The field exists after the next render.
          setTimeout(() => field.current?.focus());
        }}
        className="inline-flex min-h-11 items-center gap-2.5 justify-self-start rounded-md font-semibold underline underline-offset-4 disabled:text-quiet"
      >
        <TicketPercent aria-hidden="true" className="size-5 shrink-0 text-quiet" />
        {couponTexts.haveOne}
      </button>
    );
  }
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="scroll-mb-3">
      <FieldFrame id={id} label={couponTexts.label} error={error}>
        <div className="flex gap-2.5">
          <div className="relative min-w-0 flex-1">
            <input
              {...aria}
              ref={field}
              id={id}
              value={coupon.code}
              onChange={(event) => onType(event.target.value)}
              disabled={locked}
              // Read-only instead of disabled, so that a player who applied the code by Enter keeps the focus.
              readOnly={checking || applied}
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
          {/* One button, never a submit: as one it would send the form in the very click that removes the coupon. */}
          <Button look="outline" size="md" disabled={locked} busy={checking} onClick={applied ? onRemove : onApply}>
            {applied ? couponTexts.remove : couponTexts.apply}
          </Button>
        </div>
      </FieldFrame>
      <p role="status" className={applied ? 'mt-1.5 text-small font-semibold text-good' : 'sr-only'}>
        {applied ? couponTexts.applied : checking ? couponTexts.checking : ''}
      </p>
    </form>
  );
}
