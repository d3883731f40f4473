import { useState, type FormEvent } from 'react';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { RadioGroup } from '@/ui/RadioGroup';
import { hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { FormHead } from '@/desk/forms/FormHead';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { isTooLong } from '@/desk/lib/short-text';
import { FloatForm } from '@/desk/pay/FloatForm';
import { settleMessage } from './refund-message';
import type { QueuedRefund, SettleRequest, SettleWay } from './refunds';
import { refundsTexts } from './texts';
import { useSettle } from './use-refund-writes';

const WAYS: readonly SettleWay[] = ['cash', 'upi', 'bank'];

/** Says how a failed refund was given back another way. */
export function SettleForm({ refund, onClose }: { refund: QueuedRefund; onClose: () => void }) {
  const online = useOnline();
  const hasPaise = refund.amount_paise % 100 !== 0;
  const [way, setWay] = useState<SettleWay>(hasPaise ? 'upi' : 'cash');
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const settle = useSettle(refund, onClose);
  const isCash = way === 'cash';
  const errors = {
    reference: problemOf(reference, !isCash, refundsTexts.referenceMissing),
    note: problemOf(note, !isCash, refundsTexts.noteMissing),
  };
  const amount = rupees(refund.amount_paise / 100);
  // If the refund changes meanwhile, typed text stays and cannot be sent.
  const hasChanged = refund.state !== 'failed';
  const body: SettleRequest = { way, note: textOf(note), ...(!isCash && { reference: textOf(reference) }) };
  const isUnknown = isOutcomeUnknown(settle.error);
  // What is changed during or after a request without an answer is another request.
  const isRepeat = isUnknown && JSON.stringify(body) === JSON.stringify(settle.variables);

  function change(apply: () => void) {
    settle.reset();
    apply();
  }
  function send() {
    settle.mutate(body);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && !hasChanged && errors.note === undefined && (isCash || errors.reference === undefined)) send();
  }
  if (hasCode(settle.error, 'shift_needed')) {
    return (
      <div className="overflow-y-auto p-5">
        <FloatForm venue={refund.venue} onOpen={send} onClose={() => settle.reset()} />
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      noValidate
      aria-label={refundsTexts.settle}
      onSubmit={submit}
      onKeyDown={closeOnEscape(onClose)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-4">
        <FormHead title={refundsTexts.settleTitle(amount)} close={refundsTexts.cancel} onClose={onClose}>
          <p className="mt-1.5 font-bold wrap-anywhere">{refund.paid_for.name}</p>
          <p className="mt-1 text-small text-quiet">{isCash ? refundsTexts.settleFirst : refundsTexts.settleWhy}</p>
        </FormHead>
        <div className="mt-4 grid gap-3.5">
          <RadioGroup
            legend={refundsTexts.settleWay}
            options={WAYS.map((value) => ({
              value,
              label: refundsTexts.ways[value],
              hint: value === 'cash' && hasPaise ? refundsTexts.wholeRupees : refundsTexts.settleHints[value],
            }))}
            value={way}
            onChange={(next) => change(() => setWay(next))}
          />
          {!isCash && (
            <TextField
              label={refundsTexts.reference}
              error={wasTried ? errors.reference : undefined}
              autoComplete="off"
              value={reference}
              onChange={({ target }) => change(() => setReference(target.value))}
            />
          )}
          <TextField
            label={isCash ? refundsTexts.optional : refundsTexts.note}
            hint={refundsTexts.noteHint}
            error={wasTried ? errors.note : undefined}
            autoComplete="off"
            value={note}
            onChange={({ target }) => change(() => setNote(target.value))}
          />
        </div>
      </div>
      <footer className="grid gap-3 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {settle.error !== null && (
          <Notice tone="warn" tight isLive title={isUnknown ? refundsTexts.unknownSettled : refundsTexts.notSettled}>
            {isUnknown ? refundsTexts.unknown : settleMessage(settle.error)}
          </Notice>
        )}
        {hasChanged && !settle.isPending && (
          <Notice tone="warn" tight isLive title={refundsTexts.changed}>
            {refundsTexts.changedText}
          </Notice>
        )}
        {!online && <p className="text-small font-semibold text-warn">{refundsTexts.offline}</p>}
        <Button
          type="submit"
          variant="lime"
          size="md"
          wide
          className="min-h-14"
          isBusy={settle.isPending}
          disabled={!online || hasChanged}
        >
          {isRepeat ? refundsTexts.askAgain : refundsTexts.settleIt[way]}
        </Button>
      </footer>
    </form>
  );
}

function textOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

function problemOf(typed: string, isNeeded: boolean, missing: string): string | undefined {
  if (isTooLong(typed)) return refundsTexts.tooLong;
  return isNeeded && typed.trim() === '' ? missing : undefined;
}
