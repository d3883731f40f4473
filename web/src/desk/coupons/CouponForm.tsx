import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { dayIn } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { focusFirstWrong } from '@/desk/forms/focus-first-wrong';
import { clockOffset } from '@/desk/api/connection';
import { allVenuesOf, type Me } from '@/desk/api/me';
import { fieldsOf } from '@/desk/api/problem';
import { writeFailure } from '@/desk/api/write-failure';
import { FormHead } from '@/desk/forms/FormHead';
import { noVenueText } from '@/desk/layout/missing-venue';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { useServerNow } from '@/desk/lib/use-server-now';
import { CouponExample } from './CouponExample';
import { BoundFields, TermFields } from './CouponFields';
import { couponMessage, couponQuery, type Coupon } from './coupons';
import {
  couponFieldsOf,
  discountOf,
  draftOf,
  findErrors,
  newDraft,
  rebase,
  type Draft,
  type FieldErrors,
} from './draft';
import { useEdit, type CouponEdit } from './edits';
import { couponsTexts } from './texts';
import { useAdd, useChange } from './use-coupon-writes';

/** The form uses a new day at most this many milliseconds after midnight. */
const STEP_MILLISECONDS = 60_000;

/** Makes a coupon, or changes one. */
export function CouponForm({
  me,
  coupon,
  onClose,
  onSaved,
}: {
  me: Me;
  /** The coupon that is changed; without it a new one is made. */
  coupon?: Coupon;
  onClose: () => void;
  onSaved: (code: string) => void;
}) {
  const online = useOnline();
  const isShown = useIsShown();
  const queryClient = useQueryClient();
  const root = useRef<HTMLFormElement>(null);
  const [unchanged] = useState<CouponEdit>(() => ({
    seen: coupon,
    draft: coupon === undefined ? newDraft(me) : draftOf(coupon),
  }));
  // The changes are kept while the session ends. `seen` is the coupon on which they are based: the server refuses to overwrite a
  // later change by another person.
  const [changed, replace] = useEdit(coupon?.code);
  const { seen, draft } = changed ?? unchanged;
  const sent = useRef(draft);
  const [wasTried, setWasTried] = useState(false);
  const today = dayIn(me.business.time_zone, new Date(useServerNow(clockOffset(), STEP_MILLISECONDS)));
  const add = useAdd(dropSent, onSaved);
  const change = useChange(seen ?? NO_COUPON, dropSent, () => onSaved(seen?.code ?? ''), takeNewest);
  const write = seen === undefined ? add : change;
  const own = findErrors(draft, today, seen);
  const refused = refusedFields(write.error);
  const failure = write.error === null ? null : writeFailure(write.error, couponsTexts.notSaved, couponMessage);
  const wrong: FieldErrors = { ...refused, ...(wasTried && own) };
  const hasRefusedField = Object.keys(refused).length > 0;
  useEffect(() => root.current?.querySelector<HTMLElement>('input:not([type="radio"])')?.focus(), []);
  useEffect(() => {
    // The button is always visible, and the refused field may be scrolled out of sight.
    if (hasRefusedField) focusFirstWrong(root.current);
  }, [hasRefusedField]);

  /** Puts the changes on top of the coupon that was read again. */
  function takeNewest() {
    const now = seen && queryClient.getQueryData(couponQuery(seen.code).queryKey);
    if (now === undefined) return;
    replace((latest) => {
      // The form was closed, and its changes with it.
      if (latest === undefined && !isShown()) return latest;
      const form = latest ?? unchanged;
      return { seen: now, draft: rebase(form.draft, form.seen ?? now, now) };
    });
  }
  /** Drops what was saved, unless it was changed since in the form that was opened again. */
  function dropSent() {
    replace((latest) => (latest?.draft === sent.current ? undefined : latest));
  }
  function close() {
    replace(() => undefined);
    onClose();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (Object.keys(own).length > 0) {
      // Runs after the fields are rendered with their errors.
      queueMicrotask(() => focusFirstWrong(root.current));
      return;
    }
    if (!online || write.isPending) return;
    sent.current = draft;
    if (seen === undefined) add.mutate({ code: draft.code.trim(), terms: couponFieldsOf(draft) });
    else change.mutate(couponFieldsOf(draft, seen));
  }
  function edit(changes: Partial<Draft>) {
    // A change during a save would not be part of what is saved.
    if (write.isPending) return;
    write.reset();
    replace((latest) => {
      const form = latest ?? unchanged;
      return { ...form, draft: { ...form.draft, ...changes } };
    });
  }
  const title = seen === undefined ? couponsTexts.newTitle : couponsTexts.changeTitle(seen.code);
  const isFixed = seen?.was_used === true;
  const obstacle = seen === undefined ? obstacleToNew(me) : null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      ref={root}
      noValidate
      aria-label={title}
      onSubmit={submit}
      onKeyDown={closeOnEscape(close)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-5">
        <FormHead title={title} close={couponsTexts.cancel} takesFocus={obstacle !== null} onClose={close} />
        <div className="mt-4 grid gap-4">
          {seen?.is_in_file === true && (
            <Notice tone="warn" tight>
              {couponsTexts.inFileNotice}
            </Notice>
          )}
          {isFixed && <Notice tight>{couponsTexts.usedNotice}</Notice>}
          {obstacle !== null && (
            <Notice tone="warn" tight>
              {obstacle}
            </Notice>
          )}
          {obstacle === null && (
            <>
              {!isFixed && <TermFields draft={draft} wrong={wrong} isNew={seen === undefined} onEdit={edit} />}
              <BoundFields me={me} seen={seen} draft={draft} wrong={wrong} isFixed={isFixed} onEdit={edit} />
            </>
          )}
        </div>
      </div>
      {obstacle === null && (
        <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {failure !== null && !hasRefusedField && (
            <Notice tone="warn" tight isLive title={failure.title}>
              {failure.message}
            </Notice>
          )}
          {!online && <p className="text-small font-semibold text-warn">{couponsTexts.offline}</p>}
          {/* Outside the part that scrolls, so that it is always visible. */}
          {!isFixed && <CouponExample isCompact discount={discountOf(draft, seen)} />}
          <Button
            type="submit"
            variant="lime"
            size="md"
            wide
            className="min-h-14"
            isBusy={write.isPending}
            disabled={!online}
          >
            {seen === undefined ? couponsTexts.make : couponsTexts.save}
          </Button>
        </footer>
      )}
    </form>
  );
}

/** Why the person can make no coupon: no venue of theirs, or of the device, is one that can be booked. null if they can. */
function obstacleToNew(me: Me): string | null {
  if (newDraft(me).venues?.length !== 0) return null;
  // By PIN the only venue is that of the device.
  if (me.strength === 'pin') return couponsTexts.retiredByPin(allVenuesOf(me)[0]?.name ?? '');
  return noVenueText(me, couponsTexts.noVenue);
}

/**
 * The fields that the server refused. A venue that was retired meanwhile is none of them: its box looks like the others, so it
 * is said of the form as a whole.
 */
function refusedFields(cause: Error | null): FieldErrors {
  const { venues, ...others }: FieldErrors = fieldsOf(cause);
  return venues === undefined || venues === 'unknown' ? others : { ...others, venues };
}

/** Used in place of a coupon while a new one is made; no request is sent for it. */
const NO_COUPON = { code: '', version: 0 };
