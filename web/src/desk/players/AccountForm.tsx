import { useId, type FormEvent, type ReactNode } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { fieldsOf, hasCode } from '@/desk/api/problem';
import { FormHead } from '@/desk/forms/FormHead';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { writeMessage } from '@/desk/api/write-failure';
import { decisionMessage } from './decision-message';
import { isReasonWrong } from './is-reason-wrong';
import { playersTexts } from './texts';

/** A typed reason. */
export interface Reason {
  text: string;
  /** Whether a person has tried to send it; the error of the field is shown from then on. */
  wasTried: boolean;
}

export const NO_REASON: Reason = { text: '', wasTried: false };

/** The card of a decision about an account: its title and a button that closes it, which Escape does too. */
export function AccountCard({
  title,
  hint,
  onClose,
  children,
}: {
  title: string;
  hint: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <section
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape(onClose)}
      className="grid gap-4 rounded-xl border border-edge bg-card p-4"
    >
      <FormHead as="h4" id={titleId} title={title} close={playersTexts.close} onClose={onClose}>
        <p className="mt-1 text-small text-quiet">{hint}</p>
      </FormHead>
      {children}
    </section>
  );
}

/** The field for the reason, the message of a refusal, and the button that sends the decision. */
export function AccountForm({
  reason,
  submit,
  danger = false,
  isBusy,
  error,
  onReason,
  onSubmit,
}: {
  reason: Reason;
  submit: string;
  danger?: boolean;
  isBusy: boolean;
  error: Error | null;
  onReason: (reason: Reason) => void;
  onSubmit: (reason: string) => void;
}) {
  const online = useOnline();
  const typed = reason.text.trim();
  const isWrong = isReasonWrong(typed);
  const refused = fieldsOf(error)['reason'] !== undefined;
  function send(event: FormEvent) {
    event.preventDefault();
    onReason({ ...reason, wasTried: true });
    if (online && !isWrong) onSubmit(typed);
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3.5">
      <TextField
        label={playersTexts.reason}
        hint={playersTexts.reasonKept}
        error={(reason.wasTried && isWrong) || refused ? playersTexts.reasonMissing : undefined}
        autoComplete="off"
        value={reason.text}
        onChange={(event) => onReason({ ...reason, text: event.target.value })}
      />
      {error !== null && !hasCode(error, 'proof_needed') && !hasCode(error, 'invalid') && (
        <Notice tone="warn" tight isLive>
          {writeMessage(error, decisionMessage)}
        </Notice>
      )}
      {!online && <p className="text-small text-warn">{playersTexts.decisionOffline}</p>}
      <Button
        type="submit"
        variant={danger ? 'danger' : 'deep'}
        size="md"
        isBusy={isBusy}
        disabled={!online}
        className="justify-self-start"
      >
        {submit}
      </Button>
    </form>
  );
}
