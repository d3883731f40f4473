import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { isLost } from '@/desk/api/problem';
import { focusOnce } from '@/desk/lib/focus-once';
import { refundMessage } from './refund-message';
import type { QueuedRefund } from './refunds';
import { refundsTexts } from './texts';
import { useExplain } from './use-refund-writes';

const MOST_CHARACTERS = 200;

/** Notes how a refund was cleared up that went back twice. */
export function ExplainForm({ refund, onClose }: { refund: QueuedRefund; onClose: () => void }) {
  const online = useOnline();
  const [text, setText] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const explain = useExplain(refund, onClose);
  const typed = text.trim();
  const problem = typed === '' ? refundsTexts.explainMissing : undefined;
  // What was typed stays when the refund changes meanwhile.
  const hasChanged = refund.state !== 'sent_twice';
  const error = typed.length > MOST_CHARACTERS ? refundsTexts.tooLong : problem;

  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && !hasChanged && error === undefined) explain.mutate({ text: typed });
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      noValidate
      aria-label={refundsTexts.explain}
      onSubmit={submit}
      onKeyDown={closeOnEscape}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="grid min-h-0 flex-1 content-start gap-3.5 overflow-y-auto p-5">
        <h2 ref={focusOnce} tabIndex={-1} className="display text-[2rem] leading-none outline-none">
          {refundsTexts.explainTitle}
        </h2>
        <TextField
          label={refundsTexts.explainField}
          hint={refundsTexts.explainHint}
          error={wasTried ? error : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <footer className="grid gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {explain.error !== null && (
          <Notice
            tone="warn"
            tight
            live
            title={isLost(explain.error) ? refundsTexts.unknownExplained : refundsTexts.notExplained}
          >
            {isLost(explain.error) ? refundsTexts.unknown : refundMessage(explain.error)}
          </Notice>
        )}
        {hasChanged && !explain.isPending && (
          <Notice tone="warn" tight live title={refundsTexts.changed}>
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
          busy={explain.isPending}
          disabled={!online || hasChanged}
        >
          {refundsTexts.explainIt}
        </Button>
        <Button variant="outline" size="sm" wide onClick={onClose}>
          {refundsTexts.cancel}
        </Button>
      </footer>
    </form>
  );
}
