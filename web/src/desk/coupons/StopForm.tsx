import { useState, type FormEvent } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { writeFailure } from '@/desk/api/write-failure';
import { FormHead } from '@/desk/forms/FormHead';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { isTooLong } from '@/desk/lib/short-text';
import { hasLeftFile } from './coupon-text';
import { couponMessage, type Coupon } from './coupons';
import { couponsTexts } from './texts';
import { useStop } from './use-coupon-writes';

/** Stops a coupon for good, with a reason. */
export function StopForm({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const online = useOnline();
  const [reason, setReason] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const stop = useStop(coupon, onClose);
  const wrong = errorOf(reason);
  const notStopped = couponsTexts.notStopped(coupon.code);
  const failure = stop.error === null ? null : writeFailure(stop.error, notStopped, couponMessage);

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!online || wrong !== undefined) return;
    stop.mutate({ reason: reason.trim() });
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      noValidate
      aria-label={couponsTexts.stop}
      onSubmit={submit}
      onKeyDown={closeOnEscape(onClose)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <FormHead title={couponsTexts.stopTitle(coupon.code)} close={couponsTexts.cancel} onClose={onClose}>
          <p className="mt-2 text-[.9375rem]">{couponsTexts.stopWhy}</p>
        </FormHead>
        <div className="mt-4 grid gap-3.5">
          {(coupon.is_in_file || hasLeftFile(coupon)) && (
            <Notice tone="warn" tight>
              {coupon.is_in_file ? couponsTexts.inFileNotice : couponsTexts.leftFileNotice}
            </Notice>
          )}
          <TextField
            label={couponsTexts.reason}
            hint={couponsTexts.reasonHint}
            error={wasTried ? wrong : undefined}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </div>
      <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {failure !== null && (
          <Notice tone="warn" tight isLive title={failure.title}>
            {failure.message}
          </Notice>
        )}
        {!online && <p className="text-small font-semibold text-warn">{couponsTexts.offline}</p>}
        <Button
          type="submit"
          variant="danger"
          size="md"
          wide
          className="min-h-14"
          isBusy={stop.isPending}
          disabled={!online}
        >
          {couponsTexts.stopIt}
        </Button>
      </footer>
    </form>
  );
}

function errorOf(reason: string): string | undefined {
  if (reason.trim() === '') return couponsTexts.reasonMissing;
  return isTooLong(reason) ? couponsTexts.tooLong : undefined;
}
